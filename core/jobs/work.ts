import { type Cause, Effect } from "effect"
import { Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import { makeHands } from "./hands.ts"
import type { Work } from "./HeldJob.ts"
import { leaseMillis, queueBroke } from "./leases.ts"

/** Longest time between two looks at the queue; a bell makes it shorter. */
const lookMillis = 1_000

/** What is due in the queue, in this worker's hands. */
const handsOnQueue = <E, R>(of: Work<E, R>) =>
  Effect.flatMap(Queue, ({ take }) => makeHands(of, { take: (limit) => take(of.kind, limit, leaseMillis) }))

/**
 * Does jobs of one kind as they fall due, for as long as it is not interrupted; then it ends what is in its hands. Any
 * number of workers may run side by side. A queue that does not answer, or breaks, is asked again.
 */
export const work = <E, R>(of: Work<E, R>): Effect.Effect<never, never, R | Queue> =>
  Effect.scoped(Effect.gen(function*() {
    const queue = yield* Queue
    const broke = (cause: Cause.Cause<StorageUnavailable>) => queueBroke(queue, of.kind, cause)
    // Without a bell the worker looks from time to time.
    const rung = yield* Effect.catchAllCause(queue.bell, (cause) => Effect.as(broke(cause), Effect.never))
    const hands = yield* handsOnQueue(of)
    return yield* Effect.forever(Effect.gen(function*() {
      const taken = yield* Effect.catchAllCause(hands.takeSome, (cause) => Effect.as(broke(cause), 0))
      if (taken > 0) return
      yield* Effect.raceAll([rung, hands.oneFreed, Effect.sleep(lookMillis)])
    }))
  }))

/** Does what is due, and what falls due meanwhile, and answers how many jobs that were. */
export const workOff = <E, R>(of: Work<E, R>): Effect.Effect<number, StorageUnavailable, R | Queue> =>
  Effect.scoped(Effect.flatMap(handsOnQueue(of), (hands) => hands.workOff))
