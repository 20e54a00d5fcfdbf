import { bigSum, type Cents, cents, exceedsAmounts } from "./cents.ts"
import type { Decimal6 } from "./decimal.ts"
import { roundedBigQuotient } from "./rounding.ts"

/**
 * Converts amounts to another currency, at `exchange` units of it for one unit of theirs, so that the results add up to the
 * converted sum, which is rounded half away from zero. Each amount is rounded down to the cent, and the cents still missing
 * go one each to the largest remainders, of equal ones to the earlier. So each result is less than a cent off. Undefined if a
 * result, or their sum, has more than 12 integer digits.
 */
export const convertedParts = (amounts: ReadonlyArray<Cents>, exchange: Decimal6): ReadonlyArray<Cents> | undefined => {
  // All signs are flipped if the first amount is negative. So opposite amounts give opposite results, and a rectification that
  // negates its original does so to the cent.
  const sign = (amounts.find((amount) => amount !== 0) ?? 0) < 0 ? -1n : 1n
  const factor = sign * BigInt(exchange)
  const total = roundedBigQuotient(bigSum(amounts) * factor, millionths)
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
