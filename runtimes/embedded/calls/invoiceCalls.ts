import { Effect, Schema } from "effect"
import { mapResult } from "../../../core/commit/Command.ts"
import { AnnulmentInput, annulInvoice } from "../../../core/corrections/annulInvoice.ts"
import { RectificationInput, rectifyInvoice } from "../../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../../core/drafts/draftInvoice.ts"
import { InvoiceInput } from "../../../core/drafts/invoiceInput.ts"
import { InvoicePatch } from "../../../core/drafts/invoicePatch.ts"
import { trashDraft } from "../../../core/drafts/trashDraft.ts"
import { updateInvoice } from "../../../core/drafts/updateInvoice.ts"
import { invoiceFilters } from "../../../core/invoices/invoiceFilters.ts"
import { InvoiceResource } from "../../../core/invoices/invoiceResource.ts"
import { listInvoices, listRectifications, readInvoice } from "../../../core/invoices/readInvoices.ts"
import { issueInvoice } from "../../../core/issuing/issueInvoice.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { printInvoice } from "../../../core/printing/printInvoice.ts"
import { answerQuote, QuoteAnswerInput } from "../../../core/quotes/answerQuote.ts"
import { convertDocument } from "../../../core/quotes/convertDocument.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import { Installation } from "../Installation.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, namedQueryInput, queryInput } from "./Input.ts"
import { toList, toListOfOne, toRead } from "./read.ts"
import { toWritePrepared, toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(InvoiceInput)
const patch = namedInput(byId, InvoicePatch)
const annulment = namedInput(byId, AnnulmentInput)
const rectification = namedInput(byId, RectificationInput)
const answer = namedInput(byId, QuoteAnswerInput)
const query = queryInput(Schema.Struct({ ...listParameters, ...invoiceFilters }))
const ofInvoice = namedQueryInput(byId, Schema.Struct(listParameters))

/** Invoices, quotes, delivery notes and proformas (contract, section 2.5). */
export const invoiceCalls = <K extends Kinds>(
  { list, listOfOne, read, write }: Face<K>,
  caller: Caller,
) => {
  const { modo, organizationId } = caller
  const shown = InvoiceResource
  const answered = (name: string, accepts: boolean) =>
    write(toWrite(caller, {
      name,
      input: answer,
      command: ({ body, ids }) => answerQuote(organizationId, ids.id, accepts, body),
      shown,
    }))
  return {
    /** Makes a draft, without number. */
    createInvoice: write(toWrite(caller, {
      name: "createInvoice",
      input: fresh,
      command: (body) => draftInvoice(organizationId, body),
      shown,
    })),
    /** Every kind of document, without lines. */
    listInvoices: list(toList(caller, "facturas", query, (request, filters) =>
      listInvoices(organizationId, request, filters))),
    readInvoice: read(toRead(caller, id, (given) => readInvoice(organizationId, given.id))),
    /** Of an issued document only `etiquetas` and `notas_internas` change; anything else is refused, `factura_emitida`. */
    updateInvoice: write(toWrite(caller, {
      name: "updateInvoice",
      input: patch,
      command: ({ body, ids }) => updateInvoice(organizationId, ids.id, body),
      shown,
    })),
    /** Trashes a draft. */
    deleteInvoice: write(toWrite(caller, {
      name: "deleteInvoice",
      input: id,
      command: (given) => trashDraft(organizationId, given.id),
      shown: Schema.Void,
    })),
    /** Takes the next number and, in live mode, joins the chain of records. Issuing again answers the same invoice. */
    issueInvoice: write(toWritePrepared(caller, {
      name: "issueInvoice",
      input: id,
      command: (given) =>
        Effect.map(Installation, ({ qrHost, software }) =>
          mapResult(issueInvoice(organizationId, given.id, { modo, qrHost, software }), ({ invoice }) => invoice)),
      shown,
    })),
    /** For an issued invoice that should never have existed. */
    annulInvoice: write(toWritePrepared(caller, {
      name: "annulInvoice",
      input: annulment,
      command: ({ body, ids }) =>
        Effect.map(Installation, ({ software }) => annulInvoice(organizationId, ids.id, body, { modo, software })),
      shown,
    })),
    /** Makes the draft of a rectifying invoice. */
    rectifyInvoice: write(toWrite(caller, {
      name: "rectifyInvoice",
      input: rectification,
      command: ({ body, ids }) => rectifyInvoice(organizationId, ids.id, body),
      shown,
    })),
    listRectifications: listOfOne(toListOfOne(
      caller,
      (ids) => `facturas/${ids.id}/rectificaciones`,
      ofInvoice,
      (request, ids) => listRectifications(organizationId, ids.id, request),
    )),
    acceptQuote: answered("acceptQuote", true),
    rejectQuote: answered("rejectQuote", false),
    /** Makes a draft invoice of a quote, delivery note or proforma, once. */
    convertDocument: write(toWrite(caller, {
      name: "convertDocument",
      input: id,
      command: (given) => convertDocument(organizationId, given.id),
      shown,
    })),
    /** The PDF file, and a name for it without ending. */
    printInvoice: read(toRead(caller, id, (given) => printInvoice(organizationId, given.id))),
  }
}
