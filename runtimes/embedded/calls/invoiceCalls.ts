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
import { bodyInput, byId, idsInput, listOfOneInput, namedInput, queryInput } from "./Input.ts"
import { toList, toListOfOne, toRead } from "./read.ts"
import { toWritePrepared, toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(InvoiceInput)
const patch = namedInput(byId, InvoicePatch)
const annulment = namedInput(byId, AnnulmentInput)
const rectification = namedInput(byId, RectificationInput)
const answer = namedInput(byId, QuoteAnswerInput)
const query = queryInput(Schema.Struct({ ...listParameters, ...invoiceFilters }))
const ofInvoice = listOfOneInput(byId)

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
    /**
     * Makes a draft, without number. What is omitted is taken from contact, product and company. Prices are in `divisa`,
     * without tax unless `precios_con_iva` says otherwise.
     */
    createInvoice: write(toWrite(caller, {
      name: "createInvoice",
      input: fresh,
      command: (body) => draftInvoice(organizationId, body),
      shown,
    })),
    /** Lists documents of every kind, without their lines; `tipo_documento: "invoice"` leaves only invoices. */
    listInvoices: list(toList(caller, "facturas", query, (request, filters) =>
      listInvoices(organizationId, request, filters))),
    /** Reads a document with its lines. */
    readInvoice: read(toRead(caller, id, (given) => readInvoice(organizationId, given.id))),
    /**
     * Changes what is given of a draft; null resets a property. Of an issued document all but `etiquetas` and
     * `notas_internas` is refused (`factura_emitida`, `factura_anulada`).
     */
    updateInvoice: write(toWrite(caller, {
      name: "updateInvoice",
      input: patch,
      command: ({ body, ids }) => updateInvoice(organizationId, ids.id, body),
      shown,
    })),
    /** Trashes a draft. Refuses what was issued (`factura_emitida`, `factura_anulada`). */
    deleteInvoice: write(toWrite(caller, {
      name: "deleteInvoice",
      input: id,
      command: (given) => trashDraft(organizationId, given.id),
      shown: Schema.Void,
    })),
    /**
     * Takes the next number and, for an invoice in live mode, joins the chain of records. Issuing again answers the same
     * invoice. Refuses all that the tax authority would (`InvalidInput`), and a `numero` that is not the next
     * (`numero_no_disponible`).
     */
    issueInvoice: write(toWritePrepared(caller, {
      name: "issueInvoice",
      input: id,
      command: (given) =>
        Effect.map(Installation, ({ qrHost, software }) =>
          mapResult(issueInvoice(organizationId, given.id, { modo, qrHost, software }), ({ invoice }) => invoice)),
      shown,
    })),
    /**
     * Annuls an issued invoice that should never have existed: it becomes `cancelled` and keeps its number. Refuses one
     * with payments (`factura_con_cobros`) and one that another corrects; in test mode, one that was registered
     * (`factura_registrada`).
     */
    annulInvoice: write(toWritePrepared(caller, {
      name: "annulInvoice",
      input: annulment,
      command: ({ body, ids }) =>
        Effect.map(Installation, ({ software }) => annulInvoice(organizationId, ids.id, body, { modo, software })),
      shown,
    })),
    /**
     * Makes the draft of a rectifying invoice: what changes (`diferencias`; without `lineas` all is taken back) or the
     * corrected contents (`sustitucion`). Refuses what is no issued invoice (`factura_en_borrador`, `factura_anulada`,
     * `no_es_factura`).
     */
    rectifyInvoice: write(toWrite(caller, {
      name: "rectifyInvoice",
      input: rectification,
      command: ({ body, ids }) => rectifyInvoice(organizationId, ids.id, body),
      shown,
    })),
    /** Lists the invoices that rectify this one, without their lines. */
    listRectifications: listOfOne(toListOfOne(
      caller,
      (ids) => `facturas/${ids.id}/rectificaciones`,
      ofInvoice,
      (request, ids) => listRectifications(organizationId, ids.id, request),
    )),
    /** Notes that the customer accepts an issued quote. Refuses a second answer (`presupuesto_respondido`). */
    acceptQuote: answered("acceptQuote", true),
    /**
     * Notes that the customer rejects an issued quote. Refuses a second answer (`presupuesto_respondido`) and a quote that
     * became an invoice (`ya_convertido`).
     */
    rejectQuote: answered("rejectQuote", false),
    /**
     * Makes a draft invoice of a quote, delivery note or proforma, once (`ya_convertido`). Refuses a rejected quote
     * (`presupuesto_rechazado`).
     */
    convertDocument: write(toWrite(caller, {
      name: "convertDocument",
      input: id,
      command: (given) => convertDocument(organizationId, given.id),
      shown,
    })),
    /**
     * Prints a document: the PDF file, and a name for it without ending. Refuses while the printer's queue is full
     * (`PrinterBusy`).
     */
    printInvoice: read(toRead(caller, id, (given) =>
      // A host's printer may give a Buffer, whose bytes are a part of more, and which is no body of a Response by its type.
      Effect.map(printInvoice(organizationId, given.id), ({ file, name }) => ({ file: new Uint8Array(file), name })))),
  }
}
