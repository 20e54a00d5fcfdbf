import { type CivilDate, parseCivilDate } from "../calendar/civilDate.ts"
import { civilDateOfDateTime, type CivilZone } from "../calendar/civilZone.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { orNull } from "./fieldSchemas.ts"

/** As an expense shows its day. */
const midnightUtc = /T00:00(:00(\.0+)?)?(Z|\+00:00)$/i

/**
 * The civil day that a date or a date-time names in the zone (decisions, section 5); undefined for other texts. Midnight UTC
 * is the day that is written, also where the clocks of Spain were behind UTC, as in the Canary Islands until 1946.
 */
export const dayIn = (text: string, zone: CivilZone): CivilDate | undefined =>
  parseCivilDate(text.replace(midnightUtc, "")) ?? civilDateOfDateTime(text, zone)

/** Beyond these a date is a typing error; it also keeps every due date within four digits of year. */
const earliest = "1900-01-01"
const latest = "2200-12-31"

/**
 * The civil day of a field that is sent as a date or a date-time; null when none is sent. Adds to `issues` what is no
 * day between the years 1900 and 2200.
 */
export const givenDay = (
  campo: string,
  sent: string | null | undefined,
  zone: CivilZone,
  issues: Array<FieldIssue>,
): CivilDate | null => {
  const text = orNull(sent)
  if (text === null) return null
  const date = dayIn(text, zone)
  if (date !== undefined && date >= earliest && date <= latest) return date
  issues.push({ campo, motivo: "debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200" })
  return null
}
