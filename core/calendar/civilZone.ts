import { type CivilDate, civilDateOfUtcMillis, lastCivilDate, parseCivilDate } from "./civilDate.ts"
import { dayMillis, type Instant, instant } from "./instant.ts"

/** The two civil times of Spain. The host's own zone never matters. */
export type CivilZone = "Europe/Madrid" | "Atlantic/Canary"

/** One UTC day of a zone: `before` holds up to `changesAt`, `after` from then on (minutes east of UTC). */
interface ZoneDay {
  readonly before: number
  readonly after: number
  readonly changesAt: number
}

const minuteInMillis = 60_000

/** Days remembered per zone, about eleven years; then the memory starts anew. */
const maxDays = 4096

const offsetText = /GMT(?:([+-])(\d{2}):(\d{2}))?/

const makeOffsets = (zone: CivilZone) => {
  // Made with its first use: it takes some milliseconds, which a function has none of when it is loaded.
  let format: Intl.DateTimeFormat | undefined
  const days = new Map<number, ZoneDay>()

  const ask = (millis: number): number => {
    format ??= new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
    const [, sign, hours, minutes] = offsetText.exec(format.format(millis)) ?? []
    const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
    return sign === "-" ? -size : size
  }

  const makeDay = (start: number): ZoneDay => {
    const before = ask(start)
    const after = ask(start + dayMillis - 1)
    let low = start
    let high = before === after ? start : start + dayMillis - 1
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (ask(middle) === before) low = middle
      else high = middle
    }
    return { before, after, changesAt: high }
  }

  return (millis: number): number => {
    const number = Math.floor(millis / dayMillis)
    let day = days.get(number)
    if (day === undefined) {
      if (days.size >= maxDays) days.clear()
      day = makeDay(number * dayMillis)
      days.set(number, day)
    }
    return millis < day.changesAt ? day.before : day.after
  }
}

const offsets = {
  "Europe/Madrid": makeOffsets("Europe/Madrid"),
  "Atlantic/Canary": makeOffsets("Atlantic/Canary"),
}

/** Minutes that the zone's clocks are ahead of UTC (before 1922 they had odd seconds too, which are cut). */
export const offsetMinutes = (zone: CivilZone, at: Instant): number => offsets[zone](at)

const civilMillis = (zone: CivilZone, at: Instant): number => at + offsetMinutes(zone, at) * minuteInMillis

/** The day that the zone's calendars show at the instant. */
export const civilDateAt = (zone: CivilZone, at: Instant): CivilDate =>
  civilDateOfUtcMillis(civilMillis(zone, at))

/** The instant at which the day begins in the zone: its clocks change after midnight, so that no day begins twice. */
export const startOfDay = (zone: CivilZone, date: CivilDate): Instant => {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const near = midnight - offsetMinutes(zone, instant(midnight)) * minuteInMillis
  return instant(midnight - offsetMinutes(zone, instant(near)) * minuteInMillis)
}

const twoDigits = (n: number): string => String(n).padStart(2, "0")

/**
 * The instant as a record carries it: "YYYY-MM-DDThh:mm:ss+01:00", seconds cut, never "Z"
 * (FechaHoraHusoGenRegistro: the tax authority refuses fractions).
 */
export const offsetTimestamp = (zone: CivilZone, at: Instant): string => {
  const offset = offsetMinutes(zone, at)
  const size = Math.abs(offset)
  const sign = offset < 0 ? "-" : "+"
  const civil = new Date(civilMillis(zone, at)).toISOString().slice(0, 19)
  return `${civil}${sign}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`

/** Date, hour and minute, then "Z" or the sign, hours and minutes of an offset, or nothing. */
const dateTime = new RegExp(
  String.raw`^(\d{4}-\d\d-\d\d)T(${clock})(?::[0-5]\d(?:\.\d+)?)?(?:(Z)|([+-])(${clock}))?$`,
  "i",
)

/**
 * The zone's day of an ISO 8601 date-time in RFC 3339's form. Lower-case t and z and missing seconds are let
 * through; without offset it is civil time of the zone. Undefined when malformed, for an impossible date or
 * time (hour 24 and second 60 too), and for a day outside the years 0001 to 9999.
 */
export const civilDateOfDateTime = (text: string, zone: CivilZone): CivilDate | undefined => {
  const [, day = "", time = "", utc, sign, offset] = dateTime.exec(text) ?? []
  const written = parseCivilDate(day)
  if (written === undefined || (utc === undefined && sign === undefined)) return written
  // Seconds never change the day: offsets are whole minutes.
  const at = Date.parse(`${written}T${time}:00${utc === undefined ? `${sign}${offset}` : "Z"}`)
  const local = civilMillis(zone, instant(at))
  return local >= calendarStart && local < calendarEnd ? civilDateOfUtcMillis(local) : undefined
}

const calendarStart = Date.parse("0001-01-01T00:00:00Z")
const calendarEnd = Date.parse(`${lastCivilDate}T00:00:00Z`) + dayMillis
