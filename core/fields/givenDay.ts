import { type CivilDate, parseCivilDate } from "../calendar/civilDate.ts"
import { civilDateOfDateTime, type CivilZone } from "../calendar/civilZone.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { isInReach, noDay, orNull } from "./fieldSchemas.ts"

/** The time of a civil day that is shown as a date-time, as the `fecha` of an expense is. */
const midnightUtc = /T00:00(:00(\.0+)?)?(Z|\+00:00)$/i

/**
 * The civil day of a date, or of a date-time in the zone (decisions, section 5); undefined for any other text. At midnight
 * UTC it is the day as written, so that a day which we showed can be sent back, even where clocks were behind UTC, as in the
 * Canary Islands until 1946.
 */
export const dayIn = (text: string, zone: CivilZone): CivilDate | undefined =>
  parseCivilDate(text.replace(midnightUtc, "")) ?? civilDateOfDateTime(text, zone)

/**
 * The civil day of a field that was sent as `dateOrDateTime`; null where none was sent, and where it is refused. Adds to
 * `issues` where it is no day, or where a date-time's civil day falls outside of the years that dates may have.
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
