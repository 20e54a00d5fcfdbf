import { Either } from "effect"
import { loaded, type Supply, type View } from "../commit/Command.ts"
import { type Key, key, type TableRow } from "../commit/tables.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoicesReplacedBy, replacedDifferences } from "../invoices/InvoiceCorrections.ts"
import type { Conflict } from "../refusals/refusal.ts"
import { changeEvents } from "./changeEvents.ts"
import { movedStock, type StockMoves, stockMoves } from "./stock.ts"

/** What an invoice, or the receipt of a purchase order, does to stock. */
export interface StockChanges {
  readonly rows: ReadonlyArray<TableRow<"product">>
  readonly events: ReadonlyArray<EventBody>
}

/** The rows of the products that `moveStock` needs, as far as they can be named yet. It needs those of `correctedKeys` too. */
export const stockKeys = (view: View, invoice: Invoice): ReadonlyArray<Key> => {
  if (invoice.tipo_documento !== "invoice") return []
  const { organizationId } = invoice
  const moved = new Set<string>()
  for (const { lineas } of [invoice, ...replacedInvoices(view, invoice)]) {
    for (const product of stockMoves(lineas, "out").keys()) moved.add(product)
  }
  return Array.from(moved, (id) => key("product", organizationId, id))
}

/**
 * The stock after an invoice is issued (`out`) or annulled (`in`, the exact opposite), as `stockChanges` has it. The invoices
 * that it replaces, and their rectifications by differences, have moved goods already: all that is undone. So after a
 * substitution the stock is what its lines say, and the goods of a ticket do not leave a second time when it is exchanged.
 */
export const moveStock = (
  invoice: Invoice,
  direction: "in" | "out",
  view: View,
  supply: Supply,
): Either.Either<StockChanges, Conflict> =>
  stockChanges(invoice.organizationId, movesOf(invoice, direction, view), view, supply)

/**
 * The stock after these moves. Each product that moves emits `product.updated`, and `stock.below_minimum` if it falls below its
 * minimum. Products that were deleted meanwhile are passed over. Refuses a stock of more than 12 digits.
 */
export const stockChanges = (
  organizationId: OrganizationId,
  moves: StockMoves,
  view: View,
  supply: Supply,
): Either.Either<StockChanges, Conflict> => {
  const rows: Array<TableRow<"product">> = []
  const events: Array<EventBody> = []
  for (const [id, units] of moves) {
    const product = units === 0 ? undefined : view.get("product", organizationId, id)
    if (product === undefined) continue
    const stock = movedStock(product, units)
    if (Either.isLeft(stock)) return Either.left(stock.left)
    const row = { ...product, stock: stock.right, modifiedSequence: supply.sequence() }
    rows.push({ table: "product", row })
    events.push(...changeEvents(product, row))
  }
  return Either.right({ rows, events })
}

const movesOf = (invoice: Invoice, direction: "in" | "out", view: View): StockMoves => {
  if (invoice.tipo_documento !== "invoice") return new Map()
  const moves = new Map(stockMoves(invoice.lineas, direction))
  const back = direction === "in" ? "out" : "in"
  for (const { lineas } of replacedInvoices(view, invoice)) {
    for (const [id, units] of stockMoves(lineas, back)) moves.set(id, (moves.get(id) ?? 0) + units)
  }
  return moves
}

const replacedInvoices = (view: View, invoice: Invoice): ReadonlyArray<Invoice> => {
  const { organizationId } = invoice
  const by = invoice.rectifica === null ? "canje" : "sustitucion"
  return invoicesReplacedBy(invoice).flatMap(({ factura_id }) => {
    const replaced = loaded(view, "invoice", organizationId, factura_id)
    return replaced === undefined ? [] : [replaced, ...replacedDifferences(view, organizationId, factura_id, by)]
  })
}
