import { type Cents, cents } from "./cents.ts"
import type { Decimal6 } from "./decimal.ts"
import { isMultiple, proportion } from "./rounding.ts"

/**
 * A percentage as parts of a whole: 21 % as 2100 of 10 000. Only percentages of more than two decimals need
 * the greater whole; the smaller one keeps products of everyday amounts within safe integers.
 */
export const percentParts = (percent: Decimal6): { readonly parts: number; readonly whole: number } =>
  isMultiple(percent, 10_000)
    ? { parts: percent / 10_000, whole: 10_000 }
    : { parts: percent, whole: 100_000_000 }

/** So many percent (up to 100) of an amount, half away from zero. */
export const percentOf = (amount: Cents, percent: Decimal6): Cents => {
  const { parts, whole } = percentParts(percent)
  return cents(proportion(amount, parts, whole))
}
