import type { Decimal6, Decimal8 } from "../money/decimal.ts"
import { isMultiple, roundedBigQuotient, roundedQuotient } from "../money/rounding.ts"

/** What a document line contributes to the totals (contract, 2.5). */
export interface PricedLine {
  /** Quantity; negative in rectifications. */
  readonly cantidad: Decimal6
  /** Unit price: with tax for `inclusiveTotals`, without it everywhere else. */
  readonly precio: Decimal8
  /** Percent over quantity × price, 0 to 100. */
  readonly descuento: Decimal6
  /** Tax rate in percent, 0 to 100. */
  readonly tipo_iva: Decimal6
}

const wholePercent = 100_000_000

/** The first of a million, the smaller unit and 1 that divides the count. Short factors keep products within safe integers. */
const unitOf = (count: number, small: number): number => {
  if (isMultiple(count, 1_000_000)) return 1_000_000
  return isMultiple(count, small) ? small : 1
}

/**
 * A line's weight, by which its unit price is multiplied: quantity × (1 − discount / 100) = parts / whole,
 * where whole is a power of ten. The parts are exact while they are a safe integer; `bigLineWeight` is
 * exact always.
 */
export const lineWeight = ({ cantidad, descuento }: PricedLine): {
  readonly parts: number
  readonly whole: number
} => {
  const piece = unitOf(cantidad, 1_000)
  const parts = cantidad / piece
  const whole = 1_000_000 / piece
  if (descuento === 0) return { parts, whole }
  const kept = wholePercent - descuento
  const percent = unitOf(kept, 10_000)
  return { parts: parts * (kept / percent), whole: whole * (wholePercent / percent) }
}

/** The parts of a line's weight over `bigLineWhole`. */
export const bigLineWeight = ({ cantidad, descuento }: PricedLine): bigint =>
  BigInt(cantidad) * BigInt(wholePercent - descuento)

/** The whole of `bigLineWeight`. */
export const bigLineWhole = 10n ** 14n

/**
 * Quantity × unit price × (1 − discount / 100) in cents, half away from zero (decisions, "Totals"): the
 * base of a line, or its gross where prices include tax. Exact as a safe integer; beyond, good enough to be
 * refused.
 */
export const lineAmount = (line: PricedLine): number => {
  const { parts, whole } = lineWeight(line)
  const price = Number(line.precio)
  if (Number.isSafeInteger(price)) {
    const short = isMultiple(price, 10_000)
    const product = parts * (short ? price / 10_000 : price)
    // A product of whole numbers that comes out safe is exact, whatever its factors were rounded to.
    if (Number.isSafeInteger(product)) return roundedQuotient(product, whole * (short ? 100 : 1_000_000))
  }
  return Number(roundedBigQuotient(bigLineWeight(line) * line.precio, bigLineWhole * 1_000_000n))
}
