import { Either } from "effect"
import type { Supply, View } from "../commit/Command.ts"
import { type StockChanges, stockChanges } from "../products/moveStock.ts"
import { stockMoves } from "../products/stock.ts"
import type { Conflict } from "../refusals/refusal.ts"
import type { PurchaseOrder } from "./PurchaseOrder.ts"
import type { PurchaseOrderState } from "./purchaseOrderState.ts"

/**
 * What it does to stock that an order has come to its state from another: received, its goods come in, as those of an annulled
 * invoice do (`stockMoves`). What is goods its products say, and those that were deleted since are passed over. Refuses a stock
 * beyond 12 digits.
 */
export const receivedStock = (
  before: PurchaseOrderState,
  { estado, lineas, organizationId }: PurchaseOrder,
  view: View,
  supply: Supply,
): Either.Either<StockChanges, Conflict> => {
  if (estado !== "received" || before === "received") return nothingMoves
  const classOf = (id: string | null) =>
    (id === null ? undefined : view.get("product", organizationId, id)?.clase) ?? "service"
  const classed = lineas.map(({ cantidad, producto_id }) => ({ cantidad, producto_id, clase: classOf(producto_id) }))
  return stockChanges(organizationId, stockMoves(classed, "in"), view, supply)
}

const nothingMoves: Either.Either<StockChanges, Conflict> = Either.right({ rows: [], events: [] })
