import { Clock, Effect } from "effect"

const pauseMillis = 60_000

/** A warning, with what SQS says, once a minute at most: an outage lasts. */
export const sparseWarning = (text: string): (reason: string) => Effect.Effect<void> => {
  let last = Number.NEGATIVE_INFINITY
  return (reason) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - last < pauseMillis) return Effect.void
      last = now
      return Effect.logWarning(text, { sqs: reason })
    })
}
