import { type Cause, Clock, Effect, Fiber, FiberSet, Schedule, type Scope } from "effect"
import { instant } from "../calendar/instant.ts"
import { type LeasedJob, Queue } from "../ports/Queue.ts"
import { type SparseWarning, sparseWarning } from "../telemetry/sparseWarning.ts"
import { again, type Next, type Work } from "./HeldJob.ts"
import { textOfName } from "./Job.ts"
import { makeLeases, queueBroke } from "./leases.ts"

/** How often to look for jobs that are expected in a moment. */
const awaitedMillis = 100

/** How long until a job comes again whose handling failed. */
const brokenMillis = 5_000

/** How many broken jobs are remembered, so that each is logged once a minute at most; beyond that all are forgotten. */
const brokenMax = 10_000

/** How often to try to give a job back to a queue that does not answer. */
const givingBack = Schedule.spaced("500 millis")

/** How a worker gets jobs, and who is told what becomes of them. */
export interface JobSource<F> {
  /** Takes jobs for `leaseMillis`, at most `limit`. */
  readonly take: (limit: number) => Effect.Effect<ReadonlyArray<LeasedJob>, F>
  /** Whether more jobs are expected in a moment. `workOff` then looks again instead of ending. */
  readonly isAwaited?: () => boolean
  /** Told of each job that was given back to the queue, be it done or due again. */
  readonly givenBack?: (job: LeasedJob) => void
  /** When everything must have ended, in milliseconds since 1970: nothing is begun that would take longer. */
  readonly deadline?: number
}

/** A worker's hands: the jobs that it has taken and is working on. */
export interface Hands<F, R> {
  /**
   * Takes as many jobs as there is room for and begins to work on them; answers how many it took. Takes none while the queue does
   * not say whether leases that seem to have ended still stand.
   */
  readonly takeSome: Effect.Effect<number, F, R>
  /** Waits until a job has been given back, or ends at once if one has been since the last wait. */
  readonly oneFreed: Effect.Effect<void>
  /** Takes jobs until none is left, neither to be taken nor in hand; answers how many there were. */
  readonly workOff: Effect.Effect<number, F, R>
  /** Interrupts the work on all jobs in hand. They come again when their leases end. */
  readonly drop: Effect.Effect<void>
}

/**
 * Makes hands for one kind of work. They extend the leases of the jobs that they hold. The end of the scope waits until all
 * jobs were given back, or until `endMillis` are over.
 */
export const makeHands = <E, F, R>(
  { atOnce, endMillis, handle, kind }: Work<E, R>,
  { deadline = Number.POSITIVE_INFINITY, givenBack, isAwaited = () => false, take }: JobSource<F>,
): Effect.Effect<Hands<F, R>, never, Queue | R | Scope.Scope> =>
  Effect.gen(function*() {
    const queue = yield* Queue
    const now = Effect.map(Clock.currentTimeMillis, instant)
    const { count, hold, letGo, mayBegin, mayNote, renew, stop } = yield* makeLeases(kind, deadline)
    const running = yield* FiberSet.make()
    const freed = yield* Effect.makeLatch(false)
    const broken = new Map<string, SparseWarning>()

    /** A job that breaks comes again every few seconds, and one that breaks each time would fill the log. */
    const tellBroken = (job: LeasedJob, cause: Cause.Cause<unknown>) => {
      const name = textOfName(job)
      const tell = broken.get(name) ?? sparseWarning("a job broke", Effect.logError)
      if (broken.size >= brokenMax) broken.clear()
      broken.set(name, tell)
      return tell({ kind, organizationId: job.organizationId, id: job.id }, cause)
    }

    /** Tries again during a short outage, as long as the lease holds: otherwise the job would wait for the lease to end. */
    const giveBack = (job: LeasedJob, next: Next) =>
      (next._tag === "Done" ? queue.done(job) : queue.putBack(job, next.due)).pipe(
        Effect.zipRight(Effect.sync(() => givenBack?.(job))),
        Effect.sandbox,
        Effect.retry({ schedule: givingBack, while: () => mayBegin(job.lease)(0) }),
        Effect.catchAll((cause) => queueBroke(queue, kind, cause)),
      )

    const doOne = (job: LeasedJob): Effect.Effect<void, never, R> =>
      handle({ ...job, mayBegin: mayBegin(job.lease), mayNote }).pipe(
        Effect.tap(() => Effect.sync(() => broken.delete(textOfName(job)))),
        Effect.catchAllCause((cause) =>
          Effect.zipRight(tellBroken(job, cause), Effect.map(now, (at) => again(instant(at + brokenMillis))))
        ),
        Effect.flatMap((next) => giveBack(job, next)),
        // Even if the host's log throws: a job that is never let go of would have its lease extended, and be waited for, for ever.
        Effect.ensuring(Effect.zipRight(Effect.sync(() => letGo(job.lease)), freed.open)),
      )

    yield* Effect.addFinalizer(() => {
      stop()
      const ended = FiberSet.awaitEmpty(running)
      if (endMillis === undefined) return ended
      // In a daemon fiber: a further signal to the process interrupts the worker's own fibers, even while the worker is ending.
      return Effect.forkDaemon(Effect.interruptible(Effect.timeoutOption(ended, endMillis))).pipe(
        Effect.flatMap(Fiber.join),
        Effect.zipRight(FiberSet.clear(running)),
      )
    })

    const takeSome = Effect.gen(function*() {
      const room = atOnce - count()
      if (room <= 0 || !(yield* renew)) return 0
      const at = yield* now
      const jobs = yield* take(room)
      for (const job of jobs) {
        hold(job.lease, at)
        // Nobody interrupts it, as the scope waits for it. It must be interruptible all the same, or its timeouts would not work.
        yield* FiberSet.run(running, Effect.interruptible(doOne(job)))
      }
      return jobs.length
    }).pipe(Effect.uninterruptible)

    const oneFreed = Effect.zipRight(freed.await, freed.close)

    const workOff = Effect.gen(function*() {
      for (let total = 0;;) {
        const taken = yield* takeSome
        total += taken
        if (taken > 0) continue
        if (isAwaited()) yield* Effect.race(oneFreed, Effect.sleep(awaitedMillis))
        else if (count() > 0) yield* oneFreed
        else return total
      }
    })

    return { takeSome, oneFreed, workOff, drop: FiberSet.clear(running) }
  })
