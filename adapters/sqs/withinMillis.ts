import { Effect, Fiber } from "effect"

/** Runs an effect for so long at most, and waits for it. When the waiting is interrupted, the effect goes on all the same. */
export const withinMillis = (effect: Effect.Effect<unknown>, millis: number): Effect.Effect<void> =>
  Effect.forkDaemon(Effect.interruptible(Effect.timeoutOption(effect, millis))).pipe(
    Effect.flatMap(Fiber.await),
    Effect.asVoid,
  )
