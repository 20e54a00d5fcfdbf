import { type CivilDate, civilDateOfUtcMillis, lastCivilDate, parseCivilDate } from "./civilDate.ts"
import { dayMillis, type Instant, instant } from "./instant.ts"

/** The two time zones of Spain. The host's own zone never matters. */
export type CivilZone = "Europe/Madrid" | "Atlantic/Canary"

/** The offsets of a zone on one UTC day, on which its clocks may change once. */
interface ZoneDay {
  /** Minutes ahead of UTC until `changesAt`. */
  readonly before: number
  /** Minutes ahead of UTC from `changesAt` on. */
  readonly after: number
  /** Milliseconds since 1970; where the clocks do not change, the start of the day. */
  readonly changesAt: number
}

const minuteInMillis = 60_000

/** Days remembered per zone, about eleven years; when there are more, all are forgotten. */
const maxDays = 4096

const offsetText = /GMT(?:([+-])(\d{2}):(\d{2}))?/

/**
 * The offset of a zone at any instant, in minutes ahead of UTC. Only Intl knows it, and asking takes microseconds: each UTC
 * day is asked about once, and the instant of a change is found by bisection.
 */
const makeOffsets = (zone: CivilZone) => {
  // Made at its first use: that takes milliseconds, which would lengthen the cold start of a Lambda function.
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

/** How many minutes the zone's clocks are ahead of UTC; the odd seconds that they had before 1922 are cut off. */
export const offsetMinutes = (zone: CivilZone, at: Instant): number => offsets[zone](at)

const civilMillis = (zone: CivilZone, at: Instant): number => at + offsetMinutes(zone, at) * minuteInMillis

/** The day that the zone's calendars show at the instant. */
export const civilDateAt = (zone: CivilZone, at: Instant): CivilDate =>
  civilDateOfUtcMillis(civilMillis(zone, at))

/** The instant at which the day begins in the zone. Clocks there change after midnight, so no day begins twice. */
export const startOfDay = (zone: CivilZone, date: CivilDate): Instant => {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const near = midnight - offsetMinutes(zone, instant(midnight)) * minuteInMillis
  return instant(midnight - offsetMinutes(zone, instant(near)) * minuteInMillis)
}

const twoDigits = (n: number): string => String(n).padStart(2, "0")

/**
 * The instant as a registry record states it in FechaHoraHusoGenRegistro: "YYYY-MM-DDThh:mm:ss+01:00". Fractions of a second,
 * which the tax authority refuses, are cut off; the offset is never written as "Z".
 */
export const offsetTimestamp = (zone: CivilZone, at: Instant): string => {
  const offset = offsetMinutes(zone, at)
  const size = Math.abs(offset)
  const sign = offset < 0 ? "-" : "+"
  const civil = new Date(civilMillis(zone, at)).toISOString().slice(0, 19)
  return `${civil}${sign}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`

/** Its groups: date, hour and minute, then "Z" or else sign and size of an offset, if there is one. */
const dateTime = new RegExp(
  String.raw`^(\d{4}-\d\d-\d\d)T(${clock})(?::[0-5]\d(?:\.\d+)?)?(?:(Z)|([+-])(${clock}))?$`,
  "i",
)

/**
 * The day that the zone's calendars show at an ISO 8601 date-time of RFC 3339's form; without an offset it is taken for the
 * time of the zone. Also lower-case t and z and missing seconds are accepted. Undefined where it is malformed, where the date
 * or time does not exist (hour 24 and second 60 included), and for a day outside the years 0001 to 9999.
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
