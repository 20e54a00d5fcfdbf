import { type Cents, cents } from "../money/cents.ts"
import type { Decimal6 } from "../money/decimal.ts"
import { percentParts } from "../money/percent.ts"
import { flooredProportion, proportion } from "../money/rounding.ts"

/** The base in a gross amount at a tax rate (percent): gross × 100 / (100 + rate), half away from zero. */
export const baseOf = (gross: Cents, rate: Decimal6): Cents => {
  const { parts, whole } = percentParts(rate)
  return cents(proportion(gross, whole, whole + parts))
}

/**
 * Shares the base of a rate over its lines by largest remainder (decisions, "Totals"): each line's exact
 * net is rounded down to the cent, towards minus infinity, and the cents still missing go one each to the
 * largest remainders, of equal ones to the earlier line. The shares add up to the base; each is less than a
 * cent off.
 */
export const sharedBase = <Line extends { readonly amount: Cents }>(
  base: Cents,
  rate: Decimal6,
  lines: ReadonlyArray<Line>,
): ReadonlyArray<{ readonly line: Line; readonly base: Cents }> => {
  const { parts, whole } = percentParts(rate)
  let missing: number = base
  const shares = lines.map((line) => {
    const { floor, remainder } = flooredProportion(line.amount, whole, whole + parts)
    missing -= floor
    return { line, base: cents(floor), remainder }
  })
  if (missing === 0) return shares
  // toSorted keeps the order of equal remainders: the earlier line stays first.
  for (const share of shares.toSorted((one, other) => other.remainder - one.remainder)) {
    share.base = cents(share.base + 1)
    missing -= 1
    if (missing === 0) break
  }
  return shares
}
