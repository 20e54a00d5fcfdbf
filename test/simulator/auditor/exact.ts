/** A JSON number in units of 10^-places, rounded half away from zero by its decimal digits. */
export const scaled = (value: number, places: number): bigint => {
  const text = Math.abs(value).toFixed(20)
  const shortest = String(Math.abs(value))
  const [whole = "0", fraction = ""] = (shortest.includes("e") ? text : shortest).split(".")
  const digits = fraction.padEnd(places + 1, "0")
  const units = BigInt(whole + digits.slice(0, places)) + (digits.charAt(places) >= "5" ? 1n : 0n)
  return value < 0 ? -units : units
}

/** The quotient rounded to a whole number, half away from zero. */
export const nearest = (dividend: bigint, divisor: bigint): bigint => {
  const size = dividend < 0n ? -dividend : dividend
  const rounded = (2n * size + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}

/** The cents of a JSON number with at most two decimals. */
export const centsOf = (value: number): number => Number(scaled(value, 2))

/** Units of 10^-places as a JSON number. */
export const shownNumber = (units: bigint | number, places: number): number => Number(units) / 10 ** places
