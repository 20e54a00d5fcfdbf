import { Schema } from "effect"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { createPurchaseOrder } from "../../../core/purchases/createPurchaseOrder.ts"
import { deletePurchaseOrder } from "../../../core/purchases/deletePurchaseOrder.ts"
import { PurchaseOrderInput, PurchaseOrderPatch, PurchaseOrderResource } from "../../../core/purchases/PurchaseOrder.ts"
import { purchaseOrderFilters } from "../../../core/purchases/purchaseOrderFilters.ts"
import { listPurchaseOrders, readPurchaseOrder } from "../../../core/purchases/readPurchaseOrders.ts"
import { updatePurchaseOrder } from "../../../core/purchases/updatePurchaseOrder.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(PurchaseOrderInput)
const patch = namedInput(byId, PurchaseOrderPatch)
const query = queryInput(Schema.Struct({ ...listParameters, ...purchaseOrderFilters }))

/** What is ordered of suppliers (decisions, section 2). */
export const purchaseOrderCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /** Makes an order to a supplier, of today unless `fecha` is given; with `estado: "received"` the stock rises at once. */
    createPurchaseOrder: write(toWrite(caller, {
      name: "createPurchaseOrder",
      input: fresh,
      command: (body) => createPurchaseOrder(organizationId, body),
      shown: PurchaseOrderResource,
    })),
    /** Lists the purchase orders. */
    listPurchaseOrders: list(toList(caller, "pedidos-compra", query, (request, filters) =>
      listPurchaseOrders(organizationId, request, filters))),
    /** Reads a purchase order. */
    readPurchaseOrder: read(toRead(caller, id, (given) => readPurchaseOrder(organizationId, given.id))),
    /**
     * Changes what is given of an order; `estado: "received"` raises the stock of its goods, once. Of one that is received
     * or cancelled all but `notas` is refused (`pedido_recibido`, `pedido_cancelado`).
     */
    updatePurchaseOrder: write(toWrite(caller, {
      name: "updatePurchaseOrder",
      input: patch,
      command: ({ body, ids }) => updatePurchaseOrder(organizationId, ids.id, body),
      shown: PurchaseOrderResource,
    })),
    /** Deletes an order. Refuses one that was received (`pedido_recibido`). */
    deletePurchaseOrder: write(toWrite(caller, {
      name: "deletePurchaseOrder",
      input: id,
      command: (given) => deletePurchaseOrder(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
