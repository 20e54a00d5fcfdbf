import { Either } from "effect"
import type { Supply, View } from "../commit/Command.ts"
import { type StockChanges, stockChanges } from "../products/moveStock.ts"
import { stockMoves } from "../products/stock.ts"
import type { Conflict } from "../refusals/refusal.ts"
import type { PurchaseOrder } from "./PurchaseOrder.ts"
import type { PurchaseOrderState } from "./purchaseOrderState.ts"

/**
 * What a change of an order's state does to stock: if the order becomes `received`, its goods come in (`stockMoves`,
 * `stockChanges`). Refuses a stock of more than 12 digits.
 */
export const receivedStock = (
  before: PurchaseOrderState,
  { estado, lineas, organizationId }: PurchaseOrder,
  view: View,
  supply: Supply,
): Either.Either<StockChanges, Conflict> => {
  if (estado !== "received" || before === "received") return nothingMoves
  return stockChanges(organizationId, stockMoves(lineas, "in"), view, supply)
}

const nothingMoves: Either.Either<StockChanges, Conflict> = Either.right({ rows: [], events: [] })
