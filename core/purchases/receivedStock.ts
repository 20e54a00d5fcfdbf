import type { Either } from "effect"
import type { Supply, View } from "../commit/Command.ts"
import { type StockChanges, stockChanges } from "../products/moveStock.ts"
import { stockMoves } from "../products/stock.ts"
import type { Conflict } from "../refusals/refusal.ts"
import type { PurchaseOrder } from "./PurchaseOrder.ts"

/**
 * What the receipt of an order does to stock: its goods come in, as those of an annulled invoice do (`stockMoves`). What
 * is goods its products say, and those that were deleted since are passed over. Refuses a stock beyond 12 digits.
 */
export const receivedStock = (
  { lineas, organizationId }: PurchaseOrder,
  view: View,
  supply: Supply,
): Either.Either<StockChanges, Conflict> => {
  const classOf = (id: string | null) =>
    (id === null ? undefined : view.get("product", organizationId, id)?.clase) ?? "service"
  const classed = lineas.map(({ cantidad, producto_id }) => ({ cantidad, producto_id, clase: classOf(producto_id) }))
  return stockChanges(organizationId, stockMoves(classed, "in"), view, supply)
}
