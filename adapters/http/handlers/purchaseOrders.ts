import { Effect } from "effect"
import { createPurchaseOrder } from "../../../core/purchases/createPurchaseOrder.ts"
import { deletePurchaseOrder } from "../../../core/purchases/deletePurchaseOrder.ts"
import { listPurchaseOrders, readPurchaseOrder } from "../../../core/purchases/readPurchaseOrders.ts"
import { updatePurchaseOrder } from "../../../core/purchases/updatePurchaseOrder.ts"
import * as contract from "../contract/purchaseOrders.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/pedidos-compra`. */
export const purchaseOrderRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.purchaseOrders> => ({
  createPurchaseOrder: keyed(contract.createPurchaseOrder, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, createPurchaseOrder(organizationId, body), (order) =>
      created(addressOf(incoming, `/pedidos-compra/${order.id}`), order))),

  listPurchaseOrders: lists.route(contract.listPurchaseOrders, (call, caller, request) =>
    listPurchaseOrders(caller.organizationId, request, call.query)),

  readPurchaseOrder: keyed(contract.readPurchaseOrder, ({ path }, { organizationId }) =>
    Effect.map(readPurchaseOrder(organizationId, path.id), ok)),

  updatePurchaseOrder: keyed(contract.updatePurchaseOrder, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updatePurchaseOrder(organizationId, path.id, body), ok)),

  deletePurchaseOrder: keyed(contract.deletePurchaseOrder, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deletePurchaseOrder(organizationId, path.id), () => noContent)),
})
