import { Brand } from "effect"

/** An amount of money in whole cents of its currency. It may be negative, as in rectifications. */
export type Cents = number & Brand.Brand<"Cents">

const brand = Brand.nominal<Cents>()

/** Makes an amount of whole cents. Anything but a safe integer is a bug in the caller, so it throws. */
export const cents = (amount: number): Cents => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole cents: ${amount}`)
  // Adding zero turns -0, which JSON and equality treat differently, into 0.
  return brand(amount + 0)
}

/** The exact sum of amounts. */
export const bigSum = (amounts: ReadonlyArray<Cents>): bigint => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)

/** The sum of amounts; where it is no safe integer, the greatest one with its sign. */
export const sumOfCents = (amounts: ReadonlyArray<Cents>): Cents =>
  cents(Math.max(-greatestCents, Math.min(Number(bigSum(amounts)), greatestCents)))

/** The most cents that a sum has (`sumOfCents`). */
export const greatestCents = Number.MAX_SAFE_INTEGER

/** Whether this many cents have more than 12 integer digits, which no amount may have (decisions, "General"). */
export const exceedsAmounts = (amount: number): boolean => Math.abs(amount) >= 1e14

/** No money at all. */
export const zeroCents: Cents = cents(0)

/** The amount as a JSON number with at most two decimals (decisions, "General"). */
export const centsToNumber = (amount: Cents): number => amount / 100

/**
 * Reads a JSON amount whose shortest decimal form has at most 12 integer digits and two decimals; undefined for any other.
 * Nothing is rounded: a third decimal is refused. Why the division proves this is explained in decimal.ts.
 */
export const centsFromNumber = (value: number): Cents | undefined => {
  const amount = Math.round(value * 100)
  return amount / 100 === value && !exceedsAmounts(amount) ? cents(amount) : undefined
}

/** The amount in plain digits with exactly two decimals, such as "-12.05", for the registry and for storage. */
export const centsText = (amount: Cents | bigint): string => {
  const digits = String(amount < 0 ? -amount : amount).padStart(3, "0")
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
