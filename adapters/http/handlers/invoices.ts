import { Effect } from "effect"
import { draftInvoice } from "../../../core/invoices/draftInvoice.ts"
import { issueInvoice } from "../../../core/invoices/issueInvoice.ts"
import { printInvoice } from "../../../core/invoices/printInvoice.ts"
import { listInvoices, readInvoice } from "../../../core/invoices/readInvoices.ts"
import * as contract from "../contract/invoices.ts"
import { carryOut } from "../idempotency.ts"
import { created, ok, pdf } from "../Reply.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

const collection = "facturas"

type InvoiceRoutes = RoutesOf<typeof contract.invoices>

export const invoiceRoutes = ({ addressOf, issueTerms, lists }: HandlerTools): InvoiceRoutes => ({
  createInvoice: keyed(contract.createInvoice, ({ body, incoming }, { once, organizationId }) =>
    carryOut(once, draftInvoice(organizationId, body), (invoice) =>
      created(addressOf(incoming, `/facturas/${invoice.id}`), invoice))),

  listInvoices: keyed(contract.listInvoices, (call, caller) =>
    Effect.gen(function*() {
      const request = yield* lists.request(collection, call, caller)
      const filtered = { ...request, estado: call.query.estado ?? null }
      const page = yield* listInvoices(caller.organizationId, filtered)
      return ok(lists.resource(collection, call, caller, page))
    })),

  readInvoice: keyed(contract.readInvoice, ({ path }, { organizationId }) =>
    Effect.map(readInvoice(organizationId, path.id), ok)),

  issueInvoice: keyed(contract.issueInvoice, ({ incoming, path }, { modo, once, organizationId }) =>
    carryOut(once, issueInvoice(organizationId, path.id, { ...issueTerms, modo }), ({ first, invoice }) =>
      first ? created(addressOf(incoming, `/facturas/${invoice.id}`), invoice) : ok(invoice))),

  printInvoice: keyed(contract.printInvoice, ({ path }, { organizationId }) =>
    Effect.map(printInvoice(organizationId, path.id), ({ file, name }) => pdf(file, name))),
})
