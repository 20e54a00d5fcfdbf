import { Cause, Clock, Effect, FiberSet, Schedule, type Scope } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import { type LeasedJob, Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import type { JobKind } from "./Job.ts"

/** How a job goes on after it was handled: it is no more, or is due again. */
export type Next = { readonly _tag: "Done" } | { readonly _tag: "Again"; readonly due: Instant }

export const done: Next = { _tag: "Done" }
export const again = (due: Instant): Next => ({ _tag: "Again", due })

/** A job in this worker's hands. */
export interface HeldJob extends LeasedJob {
  /**
   * Whether to begin something that takes so long: false when the lease may end before, or the worker is to stop. What
   * has begun is to be ended, and the job given back.
   */
  readonly mayBegin: (millis: number) => Effect.Effect<boolean>
}

/** How jobs of one kind are done. */
export interface Work<E, R> {
  readonly kind: JobKind
  /** Jobs in one worker's hands at most. */
  readonly atOnce: number
  /** Never interrupted; whatever it fails with is logged, and the job comes again soon. */
  readonly handle: (job: HeldJob) => Effect.Effect<Next, E, R>
}

/** How long a dead worker's jobs wait for another one. */
export const leaseMillis = 30_000

const extensionMillis = 5_000

/** Longest time between two looks at the queue; a bell makes it shorter. */
const lookMillis = 1_000

/** A job whose handling broke comes again after so long. */
const brokenMillis = 5_000

/** How often it is tried to give a job back to a queue that does not answer, as long as its lease holds. */
const givingBack = Schedule.spaced("500 millis")

/**
 * Does jobs of one kind as they fall due, for as long as it is not interrupted; then it ends what is in its hands. Any
 * number of workers may run side by side. A queue that does not answer, or breaks, is asked again.
 */
export const work = <E, R>(of: Work<E, R>): Effect.Effect<never, never, R | Queue> =>
  Effect.scoped(Effect.gen(function*() {
    const { bell } = yield* Queue
    const rung = yield* bell
    const hands = yield* makeHands(of)
    return yield* Effect.forever(Effect.gen(function*() {
      const taken = yield* Effect.catchAllCause(hands.takeSome, (cause) => Effect.as(queueBroke(of.kind, cause), 0))
      if (taken > 0) return
      yield* Effect.raceAll([rung, hands.oneFreed, Effect.sleep(lookMillis)])
    }))
  }))

/** Does what is due, and what falls due meanwhile, and answers how many jobs that were. */
export const workOff = <E, R>(of: Work<E, R>): Effect.Effect<number, StorageUnavailable, R | Queue> =>
  Effect.scoped(Effect.gen(function*() {
    const hands = yield* makeHands(of)
    let total = 0
    for (let taken = yield* hands.takeSome; ; taken = yield* hands.takeSome) {
      total += taken
      if (taken === 0 && (yield* hands.areEmpty)) return total
      if (taken === 0) yield* hands.oneFreed
    }
  }))

/** An outage is in the storage's own log. */
const queueBroke = (kind: JobKind, cause: Cause.Cause<StorageUnavailable>): Effect.Effect<void> =>
  Cause.isDie(cause) ? Effect.logError("the queue broke", { kind }, cause) : Effect.void

interface Hands<R> {
  /** Takes as many jobs as there is room for and sets to work on them; answers how many. */
  readonly takeSome: Effect.Effect<number, StorageUnavailable, R>
  /** Ends when a job has been given back since it last did. */
  readonly oneFreed: Effect.Effect<void>
  readonly areEmpty: Effect.Effect<boolean>
}

/** What a worker has in hand; the scope ends when all of it was given back. */
const makeHands = <E, R>({ atOnce, handle, kind }: Work<E, R>): Effect.Effect<Hands<R>, never, Queue | R | Scope.Scope> =>
  Effect.gen(function*() {
    const queue = yield* Queue
    const now = Effect.map(Clock.currentTimeMillis, instant)
    /** Until when each lease certainly holds. */
    const heldUntil = new Map<string, number>()
    let stopping = false
    const running = yield* FiberSet.make()
    const freed = yield* Effect.makeLatch(false)

    const extend = Effect.gen(function*() {
      const at = yield* now
      const leases = [...heldUntil.keys()]
      const standing = leases.length === 0 ? new Set() : yield* queue.extend(leases, leaseMillis)
      // Meanwhile some were given back, and others taken.
      for (const lease of leases) {
        if (heldUntil.has(lease)) heldUntil.set(lease, standing.has(lease) ? at + leaseMillis : 0)
      }
    }).pipe(Effect.catchAllCause((cause) => queueBroke(kind, cause)))
    yield* extend.pipe(Effect.delay(extensionMillis), Effect.forever, Effect.forkScoped)

    const mayBegin = (lease: string) => (millis: number) =>
      Effect.map(now, (at) => !stopping && (heldUntil.get(lease) ?? 0) - at >= millis)

    /** Not given back, it comes again when its lease ends: a short outage shall not cost as much. */
    const giveBack = (job: LeasedJob, next: Next) =>
      (next._tag === "Done" ? queue.done(job) : queue.putBack(job, next.due)).pipe(
        Effect.sandbox,
        Effect.retry({ schedule: givingBack, while: () => mayBegin(job.lease)(0) }),
        Effect.catchAll((cause) => queueBroke(kind, cause)),
      )

    const doOne = (job: LeasedJob): Effect.Effect<void, never, R> =>
      handle({ ...job, mayBegin: mayBegin(job.lease) }).pipe(
        Effect.catchAllCause((cause) =>
          Effect.zipRight(
            Effect.logError("a job broke", { kind, organizationId: job.organizationId, id: job.id }, cause),
            Effect.map(now, (at) => again(instant(at + brokenMillis))),
          )
        ),
        Effect.flatMap((next) => giveBack(job, next)),
        Effect.zipRight(Effect.sync(() => heldUntil.delete(job.lease))),
        Effect.zipRight(freed.open),
      )

    yield* Effect.addFinalizer(() => {
      stopping = true
      return FiberSet.awaitEmpty(running)
    })

    return {
      takeSome: Effect.gen(function*() {
        const room = atOnce - heldUntil.size
        if (room <= 0) return 0
        const at = yield* now
        const jobs = yield* queue.take(kind, room, leaseMillis)
        for (const job of jobs) {
          heldUntil.set(job.lease, at + leaseMillis)
          // Nothing interrupts it: the scope ends after it. Its parts must be interruptible, to be timed.
          yield* FiberSet.run(running, Effect.interruptible(doOne(job)))
        }
        return jobs.length
      }).pipe(Effect.uninterruptible),
      oneFreed: Effect.zipRight(freed.await, freed.close),
      areEmpty: Effect.sync(() => heldUntil.size === 0),
    }
  })
