import { Clock, Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import { makeHands, type Reach } from "./hands.ts"
import type { Work } from "./HeldJob.ts"

/** What bounds a round of work. */
export interface RoundBounds {
  /** When it has ended, whatever is left. */
  readonly deadline: Instant
  /** Jobs of a kind at once at most, besides the kind's own bound. */
  readonly atOnce: number
}

/** With less time than this no job is taken any more. */
export const leastMillis = 3_000

/**
 * Does jobs of one kind: takes them until nothing is there nor in hand, less than `leastMillis` is left, or the storage does
 * not answer. Answers how many that were, or that some are left. Interrupted, it interrupts what is in hand.
 */
export const roundOf = <E, R>(
  of: Work<E, R>,
  { atOnce, deadline, leastMillis }: RoundBounds & { readonly leastMillis: number },
  { isAwaited = () => false, take, ...reach }: Omit<Reach<StorageUnavailable>, "deadline">,
): Effect.Effect<number | "left", never, R | Queue> =>
  Effect.scoped(Effect.gen(function*() {
    let isOver = false
    const nothingMore = Effect.sync(() => {
      isOver = true
      return []
    })
    const hands = yield* makeHands({ ...of, atOnce: Math.min(of.atOnce, atOnce) }, {
      ...reach,
      take: (limit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          isOver || deadline - now < leastMillis ? nothingMore : Effect.catchAll(take(limit), () => nothingMore)),
      isAwaited: () => !isOver && isAwaited(),
      deadline,
    })
    const total = yield* Effect.onInterrupt(hands.workOff, () => hands.drop)
    return isOver ? "left" : total
  }))
