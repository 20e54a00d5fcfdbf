import { Clock, Effect } from "effect"

/** Milliseconds between two warnings at least. */
const pauseMillis = 60_000

/**
 * A warning that is logged once a minute at most, since what it warns of lasts: with the details of the last time, and in
 * `times` how often there was reason for it since the one before. A clock that goes back silences it for no longer.
 */
export const sparseWarning = (text: string): ((details?: Readonly<Record<string, unknown>>) => Effect.Effect<void>) => {
  let times = 0
  let warned = Number.NEGATIVE_INFINITY
  return (details = {}) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      times++
      if (Math.abs(now - warned) < pauseMillis) return Effect.void
      const told = { times, ...details }
      times = 0
      warned = now
      return Effect.logWarning(text, told)
    })
}
