import { dayMillis, type Instant } from "../calendar/instant.ts"

/** How long to wait after each failed attempt of a round except the last (contract, section 6.4); the same for letters. */
export const retryWaitsMillis = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60].map((minutes) => minutes * 60_000)

/** Twice the longest of these waits, so that clocks may differ by a day. */
export const farMillis = 2 * dayMillis

/** Whether a next attempt is so far off that it must have been put off under a clock that was ahead: then it is due now. */
export const isFarOff = (due: Instant, now: Instant): boolean => due - now > farMillis
