import { Clock, Effect, Fiber, FiberSet, Schedule, type Scope } from "effect"
import { instant } from "../calendar/instant.ts"
import { type LeasedJob, Queue } from "../ports/Queue.ts"
import { again, type Next, type Work } from "./HeldJob.ts"
import { makeLeases, queueBroke } from "./leases.ts"

/** How often jobs are looked for that are to come in a moment. */
const awaitedMillis = 100

/** A job whose handling broke comes again after so long. */
const brokenMillis = 5_000

/** How often it is tried to give a job back to a queue that does not answer, as long as its lease holds. */
const givingBack = Schedule.spaced("500 millis")

/** Where jobs come from, and what becomes of them. */
export interface Reach<F> {
  /** Takes jobs for `leaseMillis`, at most `limit`. */
  readonly take: (limit: number) => Effect.Effect<ReadonlyArray<LeasedJob>, F>
  /** Whether jobs are to come in a moment: then it is looked for them again. */
  readonly isAwaited?: () => boolean
  /** A job was given back, done or due again. */
  readonly givenBack?: (job: LeasedJob) => void
  /** Nothing is begun that would not end before, in milliseconds since 1970. */
  readonly deadline?: number
}

/** What a worker has in hand. */
export interface Hands<F, R> {
  /** Takes as many jobs as there is room for and sets to work on them; answers how many. */
  readonly takeSome: Effect.Effect<number, F, R>
  /** Ends when a job has been given back since it last did. */
  readonly oneFreed: Effect.Effect<void>
  /** Takes until nothing is there nor in hand; answers how many jobs that were. */
  readonly workOff: Effect.Effect<number, F, R>
  /** Interrupts what is under way; these jobs come again when their leases end. */
  readonly drop: Effect.Effect<void>
}

/** Hands for one kind of work; leases are extended as long as they hold jobs. The scope ends when all were given back. */
export const makeHands = <E, F, R>(
  { atOnce, endMillis, handle, kind }: Work<E, R>,
  { deadline = Number.POSITIVE_INFINITY, givenBack, isAwaited = () => false, take }: Reach<F>,
): Effect.Effect<Hands<F, R>, never, Queue | R | Scope.Scope> =>
  Effect.gen(function*() {
    const queue = yield* Queue
    const now = Effect.map(Clock.currentTimeMillis, instant)
    const { count, hold, letGo, mayBegin, mayNote, stop } = yield* makeLeases(kind, deadline)
    const running = yield* FiberSet.make()
    const freed = yield* Effect.makeLatch(false)

    /** Tried again through a short outage: a job that is not given back waits until its lease ends. */
    const giveBack = (job: LeasedJob, next: Next) =>
      (next._tag === "Done" ? queue.done(job) : queue.putBack(job, next.due)).pipe(
        Effect.zipRight(Effect.sync(() => givenBack?.(job))),
        Effect.sandbox,
        Effect.retry({ schedule: givingBack, while: () => mayBegin(job.lease)(0) }),
        Effect.catchAll((cause) => queueBroke(queue, kind, cause)),
      )

    const doOne = (job: LeasedJob): Effect.Effect<void, never, R> =>
      handle({ ...job, mayBegin: mayBegin(job.lease), mayNote }).pipe(
        Effect.catchAllCause((cause) =>
          Effect.zipRight(
            Effect.logError("a job broke", { kind, organizationId: job.organizationId, id: job.id }, cause),
            Effect.map(now, (at) => again(instant(at + brokenMillis))),
          )
        ),
        Effect.flatMap((next) => giveBack(job, next)),
        // Also where the host's log breaks: a place that nobody frees is waited for, and its lease extended, for ever.
        Effect.ensuring(Effect.zipRight(Effect.sync(() => letGo(job.lease)), freed.open)),
      )

    yield* Effect.addFinalizer(() => {
      stop()
      const ended = FiberSet.awaitEmpty(running)
      if (endMillis === undefined) return ended
      // In a fiber of its own: those that a worker begins are interrupted by each further signal to it, also while it ends.
      return Effect.forkDaemon(Effect.interruptible(Effect.timeoutOption(ended, endMillis))).pipe(
        Effect.flatMap(Fiber.join),
        Effect.zipRight(FiberSet.clear(running)),
      )
    })

    const takeSome = Effect.gen(function*() {
      const room = atOnce - count()
      if (room <= 0) return 0
      const at = yield* now
      const jobs = yield* take(room)
      for (const job of jobs) {
        hold(job.lease, at)
        // Nothing interrupts it: the scope ends after it. Its parts must be interruptible, to be timed.
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
