import { Brand } from "effect"
import { roundedBigQuotient } from "./rounding.ts"

/** A decimal in whole millionths, up to ±999 999 999.999999: quantity, percentage, exchange rate. */
export type Decimal6 = number & Brand.Brand<"Decimal6">

/** A decimal in whole hundred-millionths, up to ±999 999 999.999999: unit price. */
export type Decimal8 = bigint & Brand.Brand<"Decimal8">

const brand6 = Brand.nominal<Decimal6>()

/** The greatest quantity and price (decisions, "General"): as a number, in millionths, and in hundred-millionths. */
export const decimalMax = 999_999_999.999999
const max6 = 999_999_999_999_999
const max8 = 99_999_999_999_999_900n
const min8 = -max8

/** The decimal of this many millionths. A fraction, or a value beyond the bound, is a bug in the caller, so it throws. */
export const decimal6 = (millionths: number): Decimal6 => {
  if (!Number.isInteger(millionths) || Math.abs(millionths) > max6) {
    throw new RangeError(`not whole millionths within the bound: ${millionths}`)
  }
  return brand6(millionths + 0)
}

/** Whether this many hundred-millionths lie within the bound. */
export const isDecimal8 = (hundredMillionths: bigint): hundredMillionths is Decimal8 =>
  hundredMillionths <= max8 && hundredMillionths >= min8

/** The decimal of this many hundred-millionths. A value beyond the bound is a bug in the caller, so it throws. */
export const decimal8 = (hundredMillionths: bigint): Decimal8 => {
  if (!isDecimal8(hundredMillionths)) throw new RangeError(`price beyond the bound: ${hundredMillionths}`)
  return hundredMillionths
}

/** The decimal of this many hundred-millionths, or the bound if they lie beyond it. */
export const boundedDecimal8 = (hundredMillionths: bigint): Decimal8 =>
  isDecimal8(hundredMillionths) ? hundredMillionths : decimal8(hundredMillionths < 0n ? min8 : max8)

/**
 * The shortest decimal form of a number, which is the one that JSON shows, rounded half away from zero to this many places; in
 * units of the last place. It works on the digits of the text, never on the binary value.
 */
const roundedDigits = (value: number, places: number): bigint => {
  const [mantissa = "", exponent = "0"] = String(value).split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  const surplus = fraction.length - Number(exponent) - places
  const digits = BigInt(whole + fraction)
  return surplus > 0 ? roundedBigQuotient(digits, 10n ** BigInt(surplus)) : digits * 10n ** BigInt(-surplus)
}

/*
 * Both functions begin with a guess that proves itself, which is faster than the digits of the text. `units / scale` is the
 * double nearest to that decimal, and no two decimals of at most 15 digits share a double. So if the quotient is the given
 * number and the units have at most 15 digits, that decimal is the number's shortest form.
 */

/** A JSON number rounded to six places, half away from zero; undefined if it is not finite or beyond the bound. */
export const decimal6FromNumber = (value: number): Decimal6 | undefined => {
  if (!(Math.abs(value) <= decimalMax)) return undefined
  const units = Math.round(value * 1e6)
  return decimal6(units / 1e6 === value ? units : Number(roundedDigits(value, 6)))
}

/** A JSON number rounded to eight places, half away from zero; undefined if it is not finite or beyond the bound. */
export const decimal8FromNumber = (value: number): Decimal8 | undefined => {
  if (!(Math.abs(value) <= decimalMax)) return undefined
  const units = Math.round(value * 1e8)
  return decimal8(units / 1e8 === value && Math.abs(units) < 1e15 ? BigInt(units) : roundedDigits(value, 8))
}

/** The JSON number: the double nearest to the decimal, which prints as the decimal itself. */
export const decimal6ToNumber = (decimal: Decimal6): number => decimal / 1e6

/** The JSON number: the double nearest to the decimal; up to 15 digits it prints as the decimal itself. */
export const decimal8ToNumber = (decimal: Decimal8): number => {
  const units = Number(decimal)
  return Number.isSafeInteger(units) ? units / 1e8 : Number(decimal8Text(decimal))
}

/** The decimal in the fewest digits: "1234.5", "-0.25", "0". That is how its double prints. */
export const decimal6Text = (decimal: Decimal6): string => String(decimal6ToNumber(decimal))

/** The decimal in the fewest digits: "1234.5", "-0.00000001", "0". */
export const decimal8Text = (decimal: Decimal8): string => {
  const digits = String(decimal < 0n ? -decimal : decimal).padStart(9, "0")
  const fraction = digits.slice(-8).replace(/0+$/, "")
  const text = fraction === "" ? digits.slice(0, -8) : `${digits.slice(0, -8)}.${fraction}`
  return decimal < 0n ? `-${text}` : text
}

const pattern6 = /^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/
const pattern8 = /^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?$/

const zeros = "00000000"

/** The digits of a decimal's text without the point, filled up with zeros to this many places. */
const unitsText = (text: string, places: number): string => {
  const point = text.indexOf(".")
  if (point < 0) return text + zeros.slice(0, places)
  const fraction = text.slice(point + 1)
  return text.slice(0, point) + fraction + zeros.slice(0, places - fraction.length)
}

/** Reads a stored text, as SQL writes it, perhaps with zeros at its end. Any other text is corruption, so it throws. */
export const decimal6FromText = (text: string): Decimal6 => {
  if (!pattern6.test(text)) throw new RangeError(`no decimal of six places: ${text}`)
  return decimal6(Number(unitsText(text, 6)))
}

/** Reads a stored text, as SQL writes it, perhaps with zeros at its end. Any other text is corruption, so it throws. */
export const decimal8FromText = (text: string): Decimal8 => {
  if (!pattern8.test(text)) throw new RangeError(`no decimal of eight places: ${text}`)
  return decimal8(BigInt(unitsText(text, 8)))
}
