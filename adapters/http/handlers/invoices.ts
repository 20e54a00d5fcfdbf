import { Effect } from "effect"
import { annulInvoice } from "../../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../../core/drafts/draftInvoice.ts"
import { trashDraft } from "../../../core/drafts/trashDraft.ts"
import { updateInvoice } from "../../../core/drafts/updateInvoice.ts"
import { listInvoices, listRectifications, readInvoiceAsOfToday } from "../../../core/invoices/readInvoices.ts"
import { issueInvoice } from "../../../core/issuing/issueInvoice.ts"
import { printInvoice } from "../../../core/printing/printInvoice.ts"
import { answerQuote } from "../../../core/quotes/answerQuote.ts"
import { convertDocument } from "../../../core/quotes/convertDocument.ts"
import * as contract from "../contract/invoices.ts"
import { invoiceText } from "../replies/jsonTexts.ts"
import { created, noContent, ok, pdf, written } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

type InvoiceRoutes = RoutesOf<typeof contract.invoices>

/** `/facturas`, without the payments, records and letters of an invoice, which have files of their own. */
export const invoiceRoutes = ({ addressOf, lists, recordingTerms }: HandlerTools): InvoiceRoutes => ({
  createInvoice: keyed(contract.createInvoice, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, draftInvoice(organizationId, body), (invoice) =>
      created(addressOf(incoming, `/facturas/${invoice.id}`), invoice))),

  listInvoices: lists.route(contract.listInvoices, (call, caller, request) =>
    listInvoices(caller.organizationId, request, call.query)),

  readInvoice: keyed(contract.readInvoice, ({ path }, { organizationId }) =>
    Effect.map(readInvoiceAsOfToday(organizationId, path.id), ({ invoice, today }) =>
      written(invoiceText(invoice, today)))),

  updateInvoice: keyed(contract.updateInvoice, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateInvoice(organizationId, path.id, body), ok)),

  deleteInvoice: keyed(contract.deleteInvoice, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, trashDraft(organizationId, path.id), () => noContent)),

  issueInvoice: keyed(contract.issueInvoice, ({ incoming, path }, { modo, organizationId, safeguards }) =>
    carryOut(safeguards, issueInvoice(organizationId, path.id, { ...recordingTerms, modo }), ({ first, invoice }) =>
      first ? created(addressOf(incoming, `/facturas/${invoice.id}`), invoice) : ok(invoice))),

  annulInvoice: keyed(contract.annulInvoice, ({ body, path }, { modo, organizationId, safeguards }) =>
    carryOut(safeguards, annulInvoice(organizationId, path.id, body, { ...recordingTerms, modo }), ok)),

  rectifyInvoice: keyed(contract.rectifyInvoice, ({ body, incoming, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, rectifyInvoice(organizationId, path.id, body), (invoice) =>
      created(addressOf(incoming, `/facturas/${invoice.id}`), invoice))),

  listRectifications: lists.route(contract.listRectifications, (call, caller, request) =>
    listRectifications(caller.organizationId, call.path.id, request)),

  acceptQuote: keyed(contract.acceptQuote, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, answerQuote(organizationId, path.id, true, body), ok)),

  rejectQuote: keyed(contract.rejectQuote, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, answerQuote(organizationId, path.id, false, body), ok)),

  convertDocument: keyed(contract.convertDocument, ({ incoming, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, convertDocument(organizationId, path.id), (invoice) =>
      created(addressOf(incoming, `/facturas/${invoice.id}`), invoice))),

  printInvoice: keyed(contract.printInvoice, ({ path }, { organizationId }) =>
    Effect.map(printInvoice(organizationId, path.id), ({ file, name }) => pdf(file, name))),
})
