import { Clock, Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import { type JobSource, makeHands } from "./hands.ts"
import type { Work } from "./HeldJob.ts"

/** The limits of a round of work. */
export interface RoundBounds {
  /** When it ends, whatever is left. */
  readonly deadline: Instant
  /** How many jobs of a kind may be in hand at once; the kind's own limit (`Work.atOnce`) counts too. */
  readonly atOnce: number
}

/** How much time must be left for a job to be taken. */
export const leastMillis = 3_000

/**
 * Does jobs of one kind, until none is left, less than `leastMillis` remain, or the storage does not answer. Answers how many
 * it took, or "left" if some may be left. When it is interrupted, so is the work on the jobs in hand.
 */
export const roundOf = <E, R>(
  of: Work<E, R>,
  { atOnce, deadline, leastMillis }: RoundBounds & { readonly leastMillis: number },
  { isAwaited = () => false, take, ...source }: Omit<JobSource<StorageUnavailable>, "deadline">,
): Effect.Effect<number | "left", never, R | Queue> =>
  Effect.scoped(Effect.gen(function*() {
    let isOver = false
    const nothingMore = Effect.sync(() => {
      isOver = true
      return []
    })
    const hands = yield* makeHands({ ...of, atOnce: Math.min(of.atOnce, atOnce) }, {
      ...source,
      take: (limit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          isOver || deadline - now < leastMillis ? nothingMore : Effect.catchAll(take(limit), () => nothingMore)),
      isAwaited: () => !isOver && isAwaited(),
      deadline,
    })
    const total = yield* Effect.onInterrupt(hands.workOff, () => hands.drop)
    return isOver ? "left" : total
  }))
