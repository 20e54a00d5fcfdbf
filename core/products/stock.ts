import { Either } from "effect"
import type { InvoiceLine } from "../invoices/Invoice.ts"
import { roundedBigQuotient } from "../money/rounding.ts"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/** By how many whole units the stock of each product changes, by the product's id. */
export type StockMoves = ReadonlyMap<string, number>

const unitInMillionths = 1_000_000n

/**
 * The moves of a document's lines, `out` of the stock or `in`. A negative quantity moves the other way, so that a rectifying
 * invoice brings goods back (decisions, "Products"). Only lines of goods that name a product count. The quantities of a
 * product are added up first and then rounded to whole units, half away from zero.
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

/** The greatest stock, and without its sign the least. */
export const maxStock = 999_999_999_999

/** The stock of a product after a move of this many units. It may fall below zero. Refuses a stock of more than 12 digits. */
export const movedStock = (
  { nombre, stock }: { readonly nombre: string; readonly stock: number },
  units: number,
): Either.Either<number, Conflict> => {
  const moved = stock + units
  return Math.abs(moved) <= maxStock
    ? Either.right(moved)
    : Either.left(conflict("stock_fuera_de_limites", `El stock de «${nombre}» no puede pasar de 12 cifras.`))
}

/** The whole units in stock, and how many there should be at least. */
export interface StockLevel {
  readonly stock: number
  readonly stock_minimo: number
}

/** Whether there are fewer units than there should be. */
export const isBelowMinimum = ({ stock, stock_minimo }: StockLevel): boolean => stock < stock_minimo

/**
 * Whether a change of the stock, or of its minimum, brought it below the minimum. `stock.below_minimum` is emitted then, and
 * not again before the stock has recovered (decisions, "Products").
 */
export const fellBelowMinimum = (before: StockLevel, after: StockLevel): boolean =>
  !isBelowMinimum(before) && isBelowMinimum(after)
