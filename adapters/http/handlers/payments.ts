import { Effect } from "effect"
import { deletePayment } from "../../../core/payments/deletePayment.ts"
import { listInvoicePayments, listPayments, readPayment } from "../../../core/payments/readPayments.ts"
import { recordPayment } from "../../../core/payments/recordPayment.ts"
import * as contract from "../contract/payments.ts"
import { carryOut } from "../idempotency.ts"
import { created, noContent, ok } from "../Reply.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

const collection = "cobros"

export const paymentRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.payments> => ({
  recordPayment: keyed(contract.recordPayment, ({ body, incoming, path }, { once, organizationId }) =>
    carryOut(once, recordPayment(organizationId, path.id, body), (payment) =>
      created(addressOf(incoming, `/cobros/${payment.id}`), payment))),

  listInvoicePayments: keyed(contract.listInvoicePayments, (call, caller) =>
    Effect.gen(function*() {
      const { path: { id } } = call
      const ofInvoice = `facturas/${id}/cobros`
      const request = yield* lists.request(ofInvoice, call, caller)
      const page = yield* listInvoicePayments(caller.organizationId, id, request)
      return ok(lists.resource(ofInvoice, call, caller, page))
    })),

  listPayments: keyed(contract.listPayments, (call, caller) =>
    Effect.gen(function*() {
      const request = yield* lists.request(collection, call, caller)
      const page = yield* listPayments(caller.organizationId, request, call.query)
      return ok(lists.resource(collection, call, caller, page))
    })),

  readPayment: keyed(contract.readPayment, ({ path }, { organizationId }) =>
    Effect.map(readPayment(organizationId, path.id), ok)),

  deletePayment: keyed(contract.deletePayment, ({ path }, { once, organizationId }) =>
    carryOut(once, deletePayment(organizationId, path.id), () => noContent)),
})
