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

/** What an invoice, or the receipt of an order, does to stock. */
export interface StockChanges {
  readonly rows: ReadonlyArray<TableRow<"product">>
  readonly events: ReadonlyArray<EventBody>
}

/** The products that `moveStock` needs, as far as they are known. Besides it needs what the invoice corrects (`correctedKeys`). */
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
 * The stock after an invoice is issued (`out`) or annulled (`in`, the exact opposite), as `stockChanges` has it. What an
 * invoice takes the place of has moved its goods already, and so have the rectifications by differences of that: all is
 * undone, so a substitution leaves what its corrected lines say, and a ticket's goods do not leave twice.
 */
export const moveStock = (
  invoice: Invoice,
  direction: "in" | "out",
  view: View,
  supply: Supply,
): Either.Either<StockChanges, Conflict> =>
  stockChanges(invoice.organizationId, movesOf(invoice, direction, view), view, supply)

/**
 * The stock after these moves; each product that they move emits `product.updated`, and `stock.below_minimum` where it
 * crosses its minimum. Products deleted meanwhile are passed over. Refuses a stock beyond 12 digits.
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
