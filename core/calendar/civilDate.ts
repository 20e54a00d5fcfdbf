import { Brand } from "effect"
import { dayMillis } from "./instant.ts"

/** A day of the calendar without time or zone, "YYYY-MM-DD" (years 0001 to 9999). Compares as text. */
export type CivilDate = string & Brand.Brand<"CivilDate">

const brand = Brand.nominal<CivilDate>()

const pattern = /^\d{4}-\d{2}-\d{2}$/

/** The last day that can be written: 9999-12-31. */
export const lastCivilDate: CivilDate = brand("9999-12-31")

/** Reads "YYYY-MM-DD"; undefined when the text has another form or names no day of the calendar. */
export const parseCivilDate = (text: string): CivilDate | undefined => {
  if (!pattern.test(text)) return undefined
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  return year >= 1 && day >= 1 && day <= daysOf(year, month) ? brand(text) : undefined
}

/** A page of a list has some hundreds of dates: their digits are read where they stand. */
const twoDigits = (text: string, at: number): number => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero

const zero = 48

/** Days of a month; none when there is no such month. */
const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/**
 * The day that contains the given milliseconds of UTC (for a zone, add its offset first).
 * Outside the years 0001 to 9999 it throws a RangeError: the caller has to check what comes from outside.
 */
export const civilDateOfUtcMillis = (millis: number): CivilDate => {
  const text = new Date(millis).toISOString()
  // Other years are written with a sign and six digits.
  if (text.length !== 24 || text.startsWith("0000")) throw new RangeError(`no civil date: ${text}`)
  return brand(text.slice(0, 10))
}

/** The day so many days later (earlier when negative). Throws a RangeError outside the years 0001 to 9999. */
export const addDays = (date: CivilDate, days: number): CivilDate =>
  civilDateOfUtcMillis(Date.parse(`${date}T00:00:00Z`) + days * dayMillis)

/**
 * The same day so many months later (earlier when negative), or the month's last day when it has no such day.
 * Counted from the anchor and not from the last result, 31 January stays a month end: 28 February, 31 March
 * (decisions, /suscripciones). Throws a RangeError outside the years 0001 to 9999.
 */
export const addMonths = (date: CivilDate, months: number): CivilDate => {
  const at = new Date(0)
  // Day 0 is the last one of the month before.
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
