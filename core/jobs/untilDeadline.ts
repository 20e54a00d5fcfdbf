import { Clock, Effect, Fiber } from "effect"
import type { Instant } from "../calendar/instant.ts"

/**
 * Works until the deadline at most, and answers whether the work came to its end. If not, it is interrupted, and nobody waits
 * for that: what is left behind is as if the process had died.
 */
export const untilDeadline = <R>(
  working: Effect.Effect<void, never, R>,
  deadline: Instant,
): Effect.Effect<boolean, never, R> =>
  Effect.gen(function*() {
    // A daemon, because a child fiber would be waited for even after the deadline.
    const fiber = yield* Effect.forkDaemon(Effect.interruptible(working))
    const millis = deadline - (yield* Clock.currentTimeMillis)
    const ended = yield* Effect.timeoutOption(Fiber.await(fiber), Math.max(millis, 0)).pipe(
      Effect.onInterrupt(() => Fiber.interruptFork(fiber)),
    )
    if (ended._tag === "None") {
      yield* Fiber.interruptFork(fiber)
      return false
    }
    yield* ended.value
    return true
  })
