import { Effect } from "effect"
import { Queue } from "../ports/Queue.ts"
import type { Work, Works } from "./HeldJob.ts"
import { jobKinds } from "./Job.ts"
import { leaseMillis } from "./leases.ts"
import { leastMillis, type RoundBounds, roundOf } from "./round.ts"
import { untilDeadline } from "./untilDeadline.ts"

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

/** What would begin nothing any more is not taken either: it would be due again at once. */
const workKind = <E, R>(of: Work<E, R>, bounds: RoundBounds) =>
  Effect.flatMap(Queue, ({ take }) =>
    roundOf(of, { ...bounds, leastMillis: Math.max(leastMillis, of.beginMillis ?? 0) }, {
      take: (limit) => take(of.kind, limit, leaseMillis),
    }))
