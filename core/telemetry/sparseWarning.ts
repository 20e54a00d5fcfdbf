import { Cause, Clock, Effect } from "effect"

/** Milliseconds between two warnings at least. */
const pauseMillis = 60_000

/** Warns, with details and, of a defect, its cause. */
export type SparseWarning = (details?: Readonly<Record<string, unknown>>, cause?: Cause.Cause<unknown>) => Effect.Effect<void>

/**
 * A warning that is logged once a minute at most, since what it warns of lasts: with the details of the last time, and in
 * `times` how often there was reason for it since the one before. A clock that goes back silences it for no longer.
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
