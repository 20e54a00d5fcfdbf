import { Effect, Schedule } from "effect"

/** Waits until `isSo`; when that takes too long, dies with the name of what it waited for. */
export const eventually = (what: string, isSo: () => boolean, seconds = 10): Effect.Effect<void> =>
  Effect.suspend(() => (isSo() ? Effect.void : Effect.fail("not yet"))).pipe(
    Effect.retry(Schedule.upTo(Schedule.spaced("2 millis"), `${seconds} seconds`)),
    Effect.orDieWith(() => new Error(`waited in vain: ${what}`)),
  )
