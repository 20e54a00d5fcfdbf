import { Brand } from "effect"
import { dayMillis } from "./instant.ts"

/** A day of the calendar without time or zone, "YYYY-MM-DD" (years 0001 to 9999). The earlier of two is the lesser text. */
export type CivilDate = string & Brand.Brand<"CivilDate">

const brand = Brand.nominal<CivilDate>()

const pattern = /^\d{4}-\d{2}-\d{2}$/

/** The last day that can be written: 9999-12-31. */
export const lastCivilDate: CivilDate = brand("9999-12-31")

/** The day written as "YYYY-MM-DD"; undefined where the text has another form, or the calendar no such day. */
export const parseCivilDate = (text: string): CivilDate | undefined => {
  if (!pattern.test(text)) return undefined
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  return year >= 1 && day >= 1 && day <= daysOf(year, month) ? brand(text) : undefined
}

/** Reads digits without making substrings: a page of a list has hundreds of dates. */
const twoDigits = (text: string, at: number): number => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero

const zero = 48

/** How many days the month has; 0 where there is no such month. */
const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/**
 * The UTC day of an instant, given in milliseconds since 1970; for the day of a zone, add the zone's offset first. Throws a
 * RangeError outside the years 0001 to 9999, so callers check what comes from outside.
 */
export const civilDateOfUtcMillis = (millis: number): CivilDate => {
  const text = new Date(millis).toISOString()
  // toISOString writes years beyond 0000 to 9999 with a sign and six digits.
  if (text.length !== 24 || text.startsWith("0000")) throw new RangeError(`no civil date: ${text}`)
  return brand(text.slice(0, 10))
}

/** The day that many days later, or earlier for a negative number. Throws a RangeError outside the years 0001 to 9999. */
export const addDays = (date: CivilDate, days: number): CivilDate =>
  civilDateOfUtcMillis(Date.parse(`${date}T00:00:00Z`) + days * dayMillis)

/**
 * The same day of the month that many months later, or earlier for a negative number; the last day of that month where it
 * is shorter. Throws a RangeError outside the years 0001 to 9999.
 */
export const addMonths = (date: CivilDate, months: number): CivilDate => {
  const at = new Date(0)
  // Day 0 is the last day of the month before.
  at.setUTCFullYear(Number(date.slice(0, 4)), Number(date.slice(5, 7)) + months, 0)
  at.setUTCDate(Math.min(Number(date.slice(8, 10)), at.getUTCDate()))
  return civilDateOfUtcMillis(at.getTime())
}

/** The day as the tax authority writes it, "DD-MM-YYYY" (schema type fecha). */
export const aeatDate = (date: CivilDate): string =>
  `${date.slice(8, 10)}-${date.slice(5, 7)}-${date.slice(0, 4)}`

/** The day as a Spanish reader writes it, "DD/MM/YYYY". */
export const spanishDate = (date: CivilDate): string =>
  `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
