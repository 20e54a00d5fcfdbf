import { Either } from "effect"
import type { InvoiceLine } from "../invoices/Invoice.ts"
import { roundedBigQuotient } from "../money/rounding.ts"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/** Whole units by which the stock of each product changes, by its id; never 0. */
export type StockMoves = ReadonlyMap<string, number>

const unitInMillionths = 1_000_000n

/**
 * What a document's lines move: `out` when it is issued, `in` when it is annulled, the exact opposite. So the
 * negative quantities of a rectifying invoice come back (decisions, "Products"). Only lines of goods that
 * name a product count. Its quantities are added up first, then rounded half away from zero to whole units.
 */
export const stockMoves = (
  lines: ReadonlyArray<Pick<InvoiceLine, "producto_id" | "cantidad" | "clase">>,
  direction: "in" | "out",
): StockMoves => {
  const quantities = new Map<string, bigint>()
  for (const { cantidad, clase, producto_id } of lines) {
    if (producto_id === null || clase !== "goods") continue
    quantities.set(producto_id, (quantities.get(producto_id) ?? 0n) + BigInt(cantidad))
  }
  const moves = new Map<string, number>()
  for (const [product, quantity] of quantities) {
    const units = roundedBigQuotient(direction === "in" ? quantity : -quantity, unitInMillionths)
    if (units !== 0n) moves.set(product, Number(units))
  }
  return moves
}

/** The largest stock, above and below zero. */
export const maxStock = 999_999_999_999

/** The stock after a move of so many whole units; it may fall below zero. Refuses to leave 12 digits. */
export const movedStock = (
  { nombre, stock }: { readonly nombre: string; readonly stock: number },
  units: number,
): Either.Either<number, Conflict> => {
  const moved = stock + units
  return Math.abs(moved) <= maxStock
    ? Either.right(moved)
    : Either.left(conflict("stock_fuera_de_limites", `El stock de «${nombre}» no puede pasar de 12 cifras.`))
}

/** Whole units in stock, and how many there should be at least. */
export interface StockLevel {
  readonly stock: number
  readonly stock_minimo: number
}

/** Whether there are fewer than there should be at least. */
export const isBelowMinimum = ({ stock, stock_minimo }: StockLevel): boolean => stock < stock_minimo

/**
 * Whether a change of stock or of its minimum has crossed it: `stock.below_minimum` fires then, and again
 * only after the stock has recovered (decisions, "Products").
 */
export const fellBelowMinimum = (before: StockLevel, after: StockLevel): boolean =>
  !isBelowMinimum(before) && isBelowMinimum(after)
