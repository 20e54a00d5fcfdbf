import { type CivilDate, parseCivilDate } from "../calendar/civilDate.ts"
import { civilDateOfDateTime, type CivilZone } from "../calendar/civilZone.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { isInReach, noDay, orNull } from "./fieldSchemas.ts"

/** As an expense shows its day. */
const midnightUtc = /T00:00(:00(\.0+)?)?(Z|\+00:00)$/i

/**
 * The civil day that a date or a date-time names in the zone (decisions, section 5); undefined for other texts. Midnight UTC
 * is the day that is written, also where the clocks of Spain were behind UTC, as in the Canary Islands until 1946.
 */
export const dayIn = (text: string, zone: CivilZone): CivilDate | undefined =>
  parseCivilDate(text.replace(midnightUtc, "")) ?? civilDateOfDateTime(text, zone)

/**
 * The civil day of a field that is sent as `dateOrDateTime`; null when none is sent. Adds to `issues` what is no day, and a
 * time whose day is beyond the years of dates, as that day could not be sent itself.
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
  if (date !== undefined && (date === text || isInReach(date))) return date
  issues.push({ campo, motivo: noDay })
  return null
}
