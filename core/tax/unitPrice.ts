import type { Cents } from "../money/cents.ts"
import { boundedDecimal8, type Decimal8 } from "../money/decimal.ts"
import { roundedBigQuotient, roundedQuotient } from "../money/rounding.ts"
import { bigLineWeight, bigLineWhole, lineWeight, type PricedLine } from "./lineAmount.ts"

/**
 * The unit price without tax that a line of inclusive prices keeps for its base (decisions, "Totals"): it
 * gives the base back under the exclusive rule with the fewest decimals, and of such prices it is the
 * nearest to the exact quotient. Above a weight of a million not even eight decimals may do; then it is the
 * nearest of eight, at most a cent of base off below a weight of three million. A line that weighs nothing
 * keeps price × 100 / (100 + rate) at eight decimals. Beyond the bound of prices it is the bound, which gives the
 * base back too: the gross price lies within it, and the base is no more than the gross.
 */
export const netUnitPrice = (base: Cents, line: PricedLine): Decimal8 =>
  boundedDecimal8(smallPrice(base, line) ?? bigPrice(base, line))

/*
 * The prices whose amount rounds to the base fill an interval one cent wide around base / weight, the
 * quotient in its middle. So of each number of decimals only the price nearest to the quotient needs a
 * trial. It does once a step of the last decimal is worth a cent at most, and where it does not, no price
 * of fewer decimals does. The search starts at that step, or at eight decimals, and drops decimals while
 * the base comes back. A price of n decimals is held as `units` of its last one; `scale` is the weight's whole times
 * 10^n, and `rest`, 10^(8 − n), makes units of eight decimals of them.
 */

/** With numbers; undefined when a product is no safe integer. */
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
