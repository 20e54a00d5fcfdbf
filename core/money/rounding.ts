/*
 * Whole quotients of whole numbers: in numbers while every product is a safe integer, in BigInt beyond.
 *
 * Why numbers give exact results: as a double, the quotient a / b of two safe integers is off by less than 1 / b (by half a
 * unit of its 53rd bit). A fraction with denominator b that is not whole lies at least 1 / b away from every whole number. So
 * the rounding of the double neither reaches nor crosses one: its integer part is exact, and it is whole only if b divides a.
 */

/** Whether a safe integer is a multiple of another. */
export const isMultiple = (dividend: number, divisor: number): boolean => Number.isInteger(dividend / divisor)

/** The quotient of a safe integer and a divisor above 0 (a safe integer or a power of ten), rounded half away from zero. */
export const roundedQuotient = (dividend: number, divisor: number): number => {
  const quotient = Math.trunc(dividend / divisor)
  if (Math.abs(dividend - quotient * divisor) * 2 < divisor) return quotient
  return dividend < 0 ? quotient - 1 : quotient + 1
}

/** The quotient, rounded half away from zero. The divisor must be above 0. */
export const roundedBigQuotient = (dividend: bigint, divisor: bigint): bigint => {
  const half = dividend < 0n ? -divisor : divisor
  return (2n * dividend + half) / (2n * divisor)
}

/** `amount × parts / whole` of safe integers, rounded half away from zero; `whole` must be above 0. */
export const proportion = (amount: number, parts: number, whole: number): number => {
  const product = amount * parts
  return Number.isSafeInteger(product)
    ? roundedQuotient(product, whole)
    : Number(roundedBigQuotient(BigInt(amount) * BigInt(parts), BigInt(whole)))
}

/** `amount × parts / whole` rounded towards minus infinity, and the remainder of the division: 0 to whole − 1. */
export const flooredProportion = (amount: number, parts: number, whole: number): {
  readonly floor: number
  readonly remainder: number
} => {
  const product = amount * parts
  if (!Number.isSafeInteger(product)) {
    const big = BigInt(amount) * BigInt(parts)
    const remainder = ((big % BigInt(whole)) + BigInt(whole)) % BigInt(whole)
    return { floor: Number((big - remainder) / BigInt(whole)), remainder: Number(remainder) }
  }
  const quotient = Math.trunc(product / whole)
  const rest = product - quotient * whole
  return rest < 0 ? { floor: quotient - 1, remainder: rest + whole } : { floor: quotient, remainder: rest }
}
