import type { Cents } from "../money/cents.ts"
import { boundedDecimal8, type Decimal8 } from "../money/decimal.ts"
import { roundedBigQuotient, roundedQuotient } from "../money/rounding.ts"
import { bigLineWeight, bigLineWhole, lineWeight, type PricedLine } from "./lineAmount.ts"

/**
 * The unit price without tax that a line of inclusive prices gets for its base (decisions, "Totals"). It is the price with
 * the fewest decimals that gives the base back under the exclusive rule, and of several such prices the one nearest to the
 * exact quotient. Above a weight of a million even eight decimals may not suffice; then it is the nearest price of eight
 * decimals, which is at most a cent of base off below a weight of three million. A line without weight gets
 * price × 100 / (100 + rate) at eight decimals. A price beyond the bound becomes the bound, which gives the base back too,
 * because the gross price lies within it and the base does not exceed the gross.
 */
export const netUnitPrice = (base: Cents, line: PricedLine): Decimal8 =>
  boundedDecimal8(smallPrice(base, line) ?? bigPrice(base, line))

/*
 * The prices whose amount rounds to the base fill an interval around base / weight, whose width is worth one cent. So for
 * each number of decimals only the price nearest to that quotient has to be tried. It fits for sure once a step of the last
 * decimal is worth at most a cent; and if it does not fit, no price with fewer decimals does. The search therefore starts
 * at that number of decimals, or at eight, and drops decimals for as long as the base comes back. A price with n decimals
 * is held as `units` of its last decimal; `scale` is the weight's whole × 10^n, and `rest`, 10^(8 − n), turns units into
 * units of the eighth decimal.
 */

/** In numbers; undefined when a product would not be a safe integer. */
const smallPrice = (base: Cents, line: PricedLine): bigint | undefined => {
  const { parts, whole } = lineWeight(line)
  if (parts === 0) return untaxedPrice(line)
  const divisor = 100 * Math.abs(parts)
  let rest = 100_000_000
  let scale = whole
  while (rest > 1 && scale < divisor) {
    rest /= 10
    scale *= 10
  }
  const signed = parts < 0 ? -base : base
  if (!Number.isSafeInteger(Math.abs(base) * scale + divisor)) return undefined
  let units = roundedQuotient(signed * scale, divisor)
  for (; scale > whole; rest *= 10) {
    scale /= 10
    const fewer = roundedQuotient(signed * scale, divisor)
    if (roundedQuotient(fewer * divisor, scale) !== signed) break
    units = fewer
  }
  return BigInt(units) * BigInt(rest)
}

const bigPrice = (base: Cents, line: PricedLine): bigint => {
  const weight = bigLineWeight(line)
  const divisor = 100n * (weight < 0n ? -weight : weight)
  const signed = weight < 0n ? -BigInt(base) : BigInt(base)
  let rest = 1n
  let scale = bigLineWhole * 100_000_000n
  let units = roundedBigQuotient(signed * scale, divisor)
  for (; scale > bigLineWhole; rest *= 10n) {
    scale /= 10n
    const fewer = roundedBigQuotient(signed * scale, divisor)
    if (roundedBigQuotient(fewer * divisor, scale) !== signed) break
    units = fewer
  }
  return units * rest
}

const untaxedPrice = ({ precio, tipo_iva }: PricedLine): bigint =>
  roundedBigQuotient(precio * 100_000_000n, 100_000_000n + BigInt(tipo_iva))
