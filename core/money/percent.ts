import { type Cents, cents } from "./cents.ts"
import type { Decimal6 } from "./decimal.ts"
import { isMultiple, proportion } from "./rounding.ts"

/**
 * A percentage as parts of a whole: 21 % is 2100 of 10 000. Percentages with more than two decimals need a greater whole. The
 * smaller one keeps the products of everyday amounts within safe integers.
 */
export const percentParts = (percent: Decimal6): { readonly parts: number; readonly whole: number } =>
  isMultiple(percent, 10_000)
    ? { parts: percent / 10_000, whole: 10_000 }
    : { parts: percent, whole: 100_000_000 }

/** This many percent (up to 100) of an amount, rounded half away from zero. */
export const percentOf = (amount: Cents, percent: Decimal6): Cents => {
  const { parts, whole } = percentParts(percent)
  return cents(proportion(amount, parts, whole))
}
