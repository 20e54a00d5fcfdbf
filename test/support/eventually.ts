import { Effect, Schedule } from "effect"

/** Waits until it is so, and dies after a thousand looks, some ten seconds, with what it waited for. */
export const eventually = (what: string, isSo: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (isSo() ? Effect.void : Effect.fail("not yet"))).pipe(
    Effect.retry(Schedule.intersect(Schedule.spaced("10 millis"), Schedule.recurs(1_000))),
    Effect.orDieWith(() => new Error(`waited in vain: ${what}`)),
  )
