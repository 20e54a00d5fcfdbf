import { type Cents, cents, exceedsAmounts } from "./cents.ts"
import type { Decimal6 } from "./decimal.ts"
import { roundedBigQuotient } from "./rounding.ts"

/**
 * Converts amounts to another currency, of which one unit of theirs is worth `exchange`, so that the results add up
 * to the converted sum (half away from zero): each is cut to the cent, and the cents still missing go one each to
 * the largest remainders, of equal ones to the earlier. Each is less than a cent off. Undefined when a result, or
 * their sum, has more than 12 integer digits.
 */
export const convertedParts = (amounts: ReadonlyArray<Cents>, exchange: Decimal6): ReadonlyArray<Cents> | undefined => {
  let sum = 0n
  for (const amount of amounts) sum += BigInt(amount)
  // The first amount is taken as positive, so that opposite amounts give opposite results: a rectification then
  // mirrors its original.
  const sign = (amounts.find((amount) => amount !== 0) ?? 0) < 0 ? -1n : 1n
  const factor = sign * BigInt(exchange)
  const total = roundedBigQuotient(sum * factor, millionths)
  let missing = total
  const parts = amounts.map((amount) => {
    const exact = BigInt(amount) * factor
    const remainder = ((exact % millionths) + millionths) % millionths
    const whole = (exact - remainder) / millionths
    missing -= whole
    return { whole, remainder }
  })
  for (const part of parts.toSorted((one, other) => Number(other.remainder - one.remainder)).slice(0, Number(missing))) {
    part.whole += 1n
  }
  const results = parts.map(({ whole }) => Number(whole * sign))
  return [Number(total), ...results].some(exceedsAmounts) ? undefined : results.map(cents)
}

const millionths = 1_000_000n
