import { Clock, Effect } from "effect"

/** Runs an effect whose clock is that far ahead; sleeping takes as long as ever. */
export const later = (millis: number) => aheadBy(() => millis)

/** Like `later`, by a distance that may change meanwhile, as of a clock that is set. */
export const aheadBy = (millis: () => number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    Effect.withClock(effect, {
      [Clock.ClockTypeId]: clock[Clock.ClockTypeId],
      unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + millis(),
      unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + BigInt(millis()) * 1_000_000n,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (at) => at + millis()),
      currentTimeNanos: Effect.map(clock.currentTimeNanos, (at) => at + BigInt(millis()) * 1_000_000n),
      sleep: (duration) => clock.sleep(duration),
    }))
