import type { Cents } from "../money/cents.ts"

/** Twelve digits before the point (AEAT schema, ImporteSgn12.2Type). */
const limit = 10 ** 14

/**
 * An amount as a record carries it: EUR with exactly two decimals, "-12.05". Written once, it goes the same
 * into the XML, the hash and the QR. Beyond twelve integer digits it throws a RangeError: totals are bounded.
 */
export const registryAmount = (amount: Cents): string => {
  const size = Math.abs(amount)
  if (size >= limit) throw new RangeError(`too large for a record: ${amount} cents`)
  const digits = String(size).padStart(3, "0")
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
