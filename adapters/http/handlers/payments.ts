import { Effect } from "effect"
import { deletePayment } from "../../../core/payments/deletePayment.ts"
import { listInvoicePayments, listPayments, readPayment } from "../../../core/payments/readPayments.ts"
import { recordPayment } from "../../../core/payments/recordPayment.ts"
import * as contract from "../contract/payments.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/cobros`, and those of an invoice. */
export const paymentRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.payments> => ({
  recordPayment: keyed(contract.recordPayment, ({ body, incoming, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, recordPayment(organizationId, path.id, body), (payment) =>
      created(addressOf(incoming, `/cobros/${payment.id}`), payment))),

  listInvoicePayments: lists.route(contract.listInvoicePayments, (call, caller, request) =>
    listInvoicePayments(caller.organizationId, call.path.id, request)),

  listPayments: lists.route(contract.listPayments, (call, caller, request) =>
    listPayments(caller.organizationId, request, call.query)),

  readPayment: keyed(contract.readPayment, ({ path }, { organizationId }) =>
    Effect.map(readPayment(organizationId, path.id), ok)),

  deletePayment: keyed(contract.deletePayment, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deletePayment(organizationId, path.id), () => noContent)),
})
