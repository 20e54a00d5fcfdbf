import type { Region } from "../../../core/tax/regions.ts"

/*
 * Civil time of Spain by the rule itself (Directive 2000/84/EC): summer time lasts from the last Sunday of March to the
 * last Sunday of October, 01:00 UTC. It shares nothing with core/calendar, and does not rely on the host's time zones.
 */

const hour = 3_600_000
const day = 24 * hour

const lastSunday = (year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month, 0))
  return last.getTime() - last.getUTCDay() * day
}

const isSummer = (at: number): boolean => {
  const year = new Date(at).getUTCFullYear()
  return at >= lastSunday(year, 3) + hour && at < lastSunday(year, 10) + hour
}

/** How many hours the clocks of the region are ahead of UTC. */
const offsetHours = (region: Region, at: number): number =>
  (region === "canarias" ? 0 : 1) + (isSummer(at) ? 1 : 0)

const local = (region: Region, at: number): string => new Date(at + offsetHours(region, at) * hour).toISOString()

/** The civil day in the region, as YYYY-MM-DD. */
export const dayIn = (region: Region, at: number): string => local(region, at).slice(0, 10)

/** The moment as registry records write it: YYYY-MM-DDThh:mm:ss+01:00. */
export const stampIn = (region: Region, at: number): string =>
  `${local(region, at).slice(0, 19)}+0${offsetHours(region, at)}:00`

/** The civil day in the region of a date or a moment; null for null. */
export const dayOf = (region: Region, text: string | null): string | null =>
  text === null || text.length === 10 ? text : dayIn(region, Date.parse(text))

/** That many days later. */
export const later = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** That many months later, or earlier if negative; the last day of the month where it has no such day. */
export const monthsLater = (date: string, months: number): string => {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** The day as the tax authority writes it: DD-MM-YYYY. */
export const spanishDate = (date: string): string => date.split("-").toReversed().join("-")

/** The next moment at which a day, a year or summer time begins or ends in the region. */
export const nextTurn = (region: Region, at: number, which: "day" | "year" | "summer"): number => {
  const year = new Date(at).getUTCFullYear()
  if (which === "summer") {
    const turns = [year, year + 1].flatMap((one) => [lastSunday(one, 3) + hour, lastSunday(one, 10) + hour])
    return turns.find((turn) => turn > at) ?? at
  }
  const midnight = Date.parse(
    which === "day" ? later(dayIn(region, at), 1) : `${Number(dayIn(region, at).slice(0, 4)) + 1}-01-01`,
  )
  return midnight - offsetHours(region, midnight - 3 * hour) * hour
}

/** A moment as the interface shows it. */
export const moment = (at: number): string => new Date(at).toISOString()
