import { Cause, Clock, Effect } from "effect"

/** The least time between two warnings, in milliseconds. */
const pauseMillis = 60_000

/** Warns, with details and, for a defect, its cause. */
export type SparseWarning = (details?: Readonly<Record<string, unknown>>, cause?: Cause.Cause<unknown>) => Effect.Effect<void>

/**
 * A warning for conditions that last: it is logged once a minute at most, with the latest details, and with the number of
 * times (`times`) that there was reason for it since it was last logged. A clock that is set back does not silence it for
 * longer than that.
 */
export const sparseWarning = (text: string, log = Effect.logWarning): SparseWarning => {
  let times = 0
  let warned = Number.NEGATIVE_INFINITY
  return (details = {}, cause = Cause.empty) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      times++
      if (Math.abs(now - warned) < pauseMillis) return Effect.void
      const told = { times, ...details }
      times = 0
      warned = now
      return log(text, told, cause)
    })
}
