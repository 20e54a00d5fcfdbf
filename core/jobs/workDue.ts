import { Effect } from "effect"
import { Queue } from "../ports/Queue.ts"
import type { Work, Works } from "./HeldJob.ts"
import { inTurns } from "./inTurns.ts"
import { jobKinds } from "./Job.ts"
import { leaseMillis } from "./leases.ts"
import { leastMillis, type RoundBounds, roundOf } from "./round.ts"
import { untilDeadline } from "./untilDeadline.ts"

/**
 * Does the jobs of every kind that are due, and those that come of them. It is for processes that run now and then, such as
 * functions on a schedule; several at a time do no harm. It ends by its deadline and never fails. Answers whether everything
 * was done; if not, time was up or the storage did not answer.
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

/** Takes jobs of one kind only while there is time for its `handle` to begin something: otherwise they would come again at once. */
const workKind = <E, R>(of: Work<E, R>, bounds: RoundBounds) =>
  Effect.flatMap(Queue, ({ take }) =>
    roundOf(of, { ...bounds, leastMillis: Math.max(leastMillis, of.beginMillis ?? 0) }, {
      take: inTurns((limit, but) => take(of.kind, limit, leaseMillis, but)),
    }))
