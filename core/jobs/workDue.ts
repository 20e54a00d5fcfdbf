import { Clock, Effect } from "effect"
import { Queue } from "../ports/Queue.ts"
import { leaseMillis, makeHands } from "./hands.ts"
import type { Work } from "./HeldJob.ts"
import { jobKinds } from "./Job.ts"
import { untilDeadline } from "./untilDeadline.ts"
import { leastMillis, type RoundBounds, type Works } from "./workNamed.ts"

/**
 * Does the jobs of every kind that are due, and what they give rise to. For processes that come to life now and then, such
 * as functions on a schedule. Answers whether nothing was left: else time was up, or the storage did not answer. Never
 * fails and ends by its deadline; several at a time do no harm.
 */
export const workDue = <E, R>(works: Works<E, R>, bounds: RoundBounds): Effect.Effect<boolean, never, R | Queue> =>
  Effect.gen(function*() {
    let isDone = false
    const rounds = Effect.gen(function*() {
      for (;;) {
        const counts = yield* Effect.forEach(jobKinds, (kind) => workKind(works[kind], bounds), unbounded)
        if (counts.includes("left")) return
        isDone = counts.every((count) => count === 0)
        if (isDone) return
      }
    })
    const ended = yield* untilDeadline(rounds, bounds.deadline)
    if (!ended) yield* Effect.logWarning("time is up before all jobs were done")
    return isDone
  })

const unbounded = { concurrency: "unbounded" } as const

/** Does the jobs of one kind that are due; answers how many that were, or that some are left. */
const workKind = <E, R>(
  of: Work<E, R>,
  { atOnce, deadline }: RoundBounds,
): Effect.Effect<number | "left", never, R | Queue> =>
  Effect.scoped(Effect.gen(function*() {
    const queue = yield* Queue
    const hands = yield* makeHands({ ...of, atOnce: Math.min(of.atOnce, atOnce) }, {
      take: (limit) => queue.take(of.kind, limit, leaseMillis),
      deadline,
    })
    // What is in hand is ended, and interrupted at the deadline.
    let isOver = false
    const takeSome = Effect.suspend(() => (isOver ? Effect.succeed(0) : hands.takeSome)).pipe(
      Effect.catchAll(() =>
        Effect.sync(() => {
          isOver = true
          return 0
        })),
    )
    const work = Effect.gen(function*() {
      for (let total = 0; ;) {
        if (deadline - (yield* Clock.currentTimeMillis) < Math.max(leastMillis, of.beginMillis ?? 0)) isOver = true
        const taken = yield* takeSome
        total += taken
        if (taken > 0) continue
        if (yield* hands.areEmpty) return isOver ? "left" : total
        yield* hands.oneFreed
      }
    })
    return yield* Effect.onInterrupt(work, () => hands.drop)
  }))
