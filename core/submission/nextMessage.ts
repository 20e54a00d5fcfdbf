import { type Instant, instant } from "../calendar/instant.ts"
import { messageMax } from "../ports/TaxAuthority.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { SubmissionState } from "./SubmissionState.ts"

/** Of messages that go unanswered over and over, in case AEAT takes too long over larger ones. */
const cautiousMax = 100
const cautiousFrom = 3

/** AEAT asks for four digits of seconds at most: a longer wait was noted under a clock that was wrong. */
export const longestWaitMillis = 9_999_000

/** A record that is this much older than it need be comes late; AEAT objects from 240 seconds on (error 2004). */
const lateMillis = 180_000

/** When the records that wait may leave: a full message (`messageMax`) at once, unless messages go unanswered or nothing is to be sent. */
export const departureOf = (
  { failures, notBefore, vigilance }: SubmissionState,
  waiting: ReadonlyArray<RegistryRecord>,
  now: Instant,
): Instant => {
  if (notBefore === null || notBefore - now > longestWaitMillis) return now
  const leavesAtOnce = waiting.length >= messageMax && failures === 0 && vigilance !== "ahead"
  return leavesAtOnce ? now : instant(Math.max(notBefore, now))
}

/** The records of the next message: all that fit, unless one of them is looked for that AEAT refuses messages for. */
export const nextMessage = (
  { failures, suspects }: SubmissionState,
  waiting: ReadonlyArray<RegistryRecord>,
): ReadonlyArray<RegistryRecord> => {
  const most = failures < cautiousFrom ? messageMax : cautiousMax
  return waiting.slice(0, suspects === null ? most : Math.min(Math.ceil(suspects / 2), most))
}

/**
 * Whether records come late because sending them was not possible (AEAT, Incidencia): nothing was answered, nobody
 * sent, or there was no certificate. Waiting for the time that AEAT asks for is not being late.
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
