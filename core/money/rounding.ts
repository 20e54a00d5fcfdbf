/*
 * Whole quotients of whole numbers: numbers while every product is a safe integer, BigInt beyond.
 *
 * A quotient a / b of safe integers, as a double, is less than 1 / b off (half a unit of its 53rd bit), and
 * 1 / b is the least distance of a fraction of b from a whole number. So rounding neither reaches nor
 * crosses one: the integer part is exact, and the quotient is whole only when b divides a.
 */

/** Whether a safe integer is a multiple of another. */
export const isMultiple = (dividend: number, divisor: number): boolean => Number.isInteger(dividend / divisor)

/** The quotient of a safe integer, half away from zero; by another one above 0, or by a power of ten. */
export const roundedQuotient = (dividend: number, divisor: number): number => {
  const quotient = Math.trunc(dividend / divisor)
  if (Math.abs(dividend - quotient * divisor) * 2 < divisor) return quotient
  return dividend < 0 ? quotient - 1 : quotient + 1
}

/** The quotient, half away from zero. The divisor is above 0. */
export const roundedBigQuotient = (dividend: bigint, divisor: bigint): bigint => {
  const half = dividend < 0n ? -divisor : divisor
  return (2n * dividend + half) / (2n * divisor)
}

/** `amount × parts / whole` of safe integers, half away from zero; whole is above 0. */
export const proportion = (amount: number, parts: number, whole: number): number => {
  const product = amount * parts
  return Number.isSafeInteger(product)
    ? roundedQuotient(product, whole)
    : Number(roundedBigQuotient(BigInt(amount) * BigInt(parts), BigInt(whole)))
}

/** `amount × parts / whole` towards minus infinity, and what remains of the product: 0 to whole − 1. */
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
