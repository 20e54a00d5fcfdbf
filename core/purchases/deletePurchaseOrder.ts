import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"
import { deletionRefusal } from "./purchaseOrderState.ts"

/** Deletes an order. Refuses one that is received, because its goods are in stock (decisions, section 2). */
export const deletePurchaseOrder = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: () => [key("purchaseOrder", organizationId, id)],
  decide: (view) => {
    const order = view.get("purchaseOrder", organizationId, id)
    if (order === undefined) return Either.left(notFound("el pedido"))
    const refusal = deletionRefusal(order.estado)
    if (refusal !== undefined) return Either.left(refusal)
    const removed = [key("purchaseOrder", organizationId, id)]
    return Either.right({ result: undefined, rows: [], removed, events: [] })
  },
})
