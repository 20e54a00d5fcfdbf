import { type Instant, instant } from "../calendar/instant.ts"
import { messageMax } from "../ports/TaxAuthority.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { SubmissionState } from "./SubmissionState.ts"

/** After this many failures in a row messages are smaller, in case AEAT takes too long for larger ones. */
const cautiousMax = 100
const cautiousFrom = 3

/** AEAT asks for at most four digits of seconds. A longer wait must have been noted under a wrong clock. */
export const longestWaitMillis = 9_999_000

/** How long after it could have been sent a record counts as late; AEAT objects from 240 seconds on (error 2004). */
const lateMillis = 180_000

/** When the waiting records may be sent. A full message may be sent at once, unless messages are failing or sending is stopped. */
export const departureOf = (
  { failures, notBefore, vigilance }: SubmissionState,
  waiting: ReadonlyArray<RegistryRecord>,
  now: Instant,
): Instant => {
  if (notBefore === null || notBefore - now > longestWaitMillis) return now
  const leavesAtOnce = waiting.length >= messageMax && failures === 0 && vigilance !== "ahead"
  return leavesAtOnce ? now : instant(Math.max(notBefore, now))
}

/** The records of the next message: all that fit, or half of those among which a record is that AEAT refuses messages for. */
export const nextMessage = (
  { failures, suspects }: SubmissionState,
  waiting: ReadonlyArray<RegistryRecord>,
): ReadonlyArray<RegistryRecord> => {
  const most = failures < cautiousFrom ? messageMax : cautiousMax
  return waiting.slice(0, suspects === null ? most : Math.min(Math.ceil(suspects / 2), most))
}

/**
 * Whether records come late because they could not be sent (AEAT, Incidencia): AEAT did not answer, no worker ran, or there
 * was no certificate. Waiting as long as AEAT asks for does not make them late.
 */
export const isLate = (
  { failingSince, lastSent, notBefore }: SubmissionState,
  first: RegistryRecord,
  now: Instant,
): boolean => {
  if (failingSince !== null) return true
  const missedAMessage = lastSent === null || first.generado < lastSent
  const couldLeave = missedAMessage ? first.generado : Math.max(first.generado, notBefore ?? 0)
  return now - couldLeave > lateMillis
}
