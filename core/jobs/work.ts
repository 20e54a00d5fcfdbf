import { type Cause, Effect } from "effect"
import { Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import { makeHands } from "./hands.ts"
import type { Work } from "./HeldJob.ts"
import { inTurns } from "./inTurns.ts"
import { leaseMillis, queueBroke } from "./leases.ts"

/** The longest time between two looks at the queue; a bell may ring sooner. */
const lookMillis = 1_000

/** Hands that take what is due in the queue. */
const handsOnQueue = <E, R>(of: Work<E, R>) =>
  Effect.flatMap(Queue, ({ take }) => makeHands(of, { take: inTurns((limit, but) => take(of.kind, limit, leaseMillis, but)) }))

/**
 * Does jobs of one kind as they fall due, until it is interrupted; then it finishes those in hand. Any number of workers may
 * run side by side. If the queue does not answer, or breaks, it is asked again.
 */
export const work = <E, R>(of: Work<E, R>): Effect.Effect<never, never, R | Queue> =>
  Effect.scoped(Effect.gen(function*() {
    const queue = yield* Queue
    const broke = (cause: Cause.Cause<StorageUnavailable>) => queueBroke(queue, of.kind, cause)
    // If no bell can be had, the worker only looks from time to time.
    const rung = yield* Effect.catchAllCause(queue.bell, (cause) => Effect.as(broke(cause), Effect.never))
    const hands = yield* handsOnQueue(of)
    return yield* Effect.forever(Effect.gen(function*() {
      const taken = yield* Effect.catchAllCause(hands.takeSome, (cause) => Effect.as(broke(cause), 0))
      if (taken > 0) return
      yield* Effect.raceAll([rung, hands.oneFreed, Effect.sleep(lookMillis)])
    }))
  }))

/** Does the jobs that are due, and those that fall due meanwhile; answers how many there were. */
export const workOff = <E, R>(of: Work<E, R>): Effect.Effect<number, StorageUnavailable, R | Queue> =>
  Effect.scoped(Effect.flatMap(handsOnQueue(of), (hands) => hands.workOff))
