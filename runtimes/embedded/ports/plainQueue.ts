import { Cause, Effect, Fiber, Layer, Runtime, Schedule } from "effect"
import { instant } from "../../../core/calendar/instant.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { Bells } from "../../../core/jobs/Bells.ts"
import type { Job, JobKind } from "../../../core/jobs/Job.ts"
import { type LeasedJob, Queue, type QueueDepth } from "../../../core/ports/Queue.ts"
import { StorageUnavailable } from "../../../core/ports/Storage.ts"
import { sparseWarning } from "../../../core/telemetry/sparseWarning.ts"
import { askHost } from "../callersContext.ts"

/**
 * Port Queue with promises. A commit puts its jobs into the storage's own queue, in its own transaction: a host that
 * works from another one makes it of that (see `Configuration.queue`). Whatever it rejects with is logged, once a
 * minute at most, and asked again.
 */
export interface PlainQueue {
  readonly put: (jobs: ReadonlyArray<Job>) => Promise<unknown>
  /** Of other companies than `but`, where the queue can choose: so companies take turns. */
  readonly take: (
    kind: JobKind,
    limit: number,
    leaseMillis: number,
    but?: ReadonlyArray<OrganizationId>,
  ) => Promise<ReadonlyArray<LeasedJob>>
  /** The leases that still stood. */
  readonly extend: (leases: ReadonlyArray<string>, leaseMillis: number) => Promise<Iterable<string>>
  readonly done: (job: LeasedJob) => Promise<unknown>
  /** `due` in milliseconds since 1970. */
  readonly putBack: (job: LeasedJob, due: number) => Promise<unknown>
  readonly depth: (kind: JobKind) => Promise<QueueDepth>
  /** Resolves when jobs were put since it was called; is called again at once. Without it workers look once a second. */
  readonly rung?: (signal: AbortSignal) => Promise<unknown>
}

/** The storage's own queue as a host without Effect sees it. */
export type OwnQueue = Required<PlainQueue>

/** Asks a function of the host's queue. */
type Ask = <A>(name: keyof PlainQueue, ask: (signal: AbortSignal) => Promise<A>) => Effect.Effect<A, StorageUnavailable>

/** Workers ask every second, each for its kind: a queue that is away is logged once a minute. */
const makeAsk = (): Ask => {
  const warn = sparseWarning("the host's queue failed")
  return (name, ask) =>
    Effect.catchAll(askHost(ask), (rejected) =>
      Effect.zipRight(warn({ function: name }, Cause.fail(rejected)), new StorageUnavailable()))
}

const queueOf = (host: PlainQueue, asked: Ask, bell: Queue["Type"]["bell"]) =>
  Queue.of({
    put: (jobs) => Effect.asVoid(asked("put", () => host.put(jobs))),
    take: (kind, limit, leaseMillis, but = []) => asked("take", () => host.take(kind, limit, leaseMillis, but)),
    extend: (leases, leaseMillis) =>
      Effect.map(asked("extend", () => host.extend(leases, leaseMillis)), (still) => new Set(still)),
    done: (job) => Effect.asVoid(asked("done", () => host.done(job))),
    putBack: (job, due) => Effect.asVoid(asked("putBack", () => host.putBack(job, due))),
    depth: (kind) => asked("depth", () => host.depth(kind)),
    bell,
  })

/** Least time between two rings that are passed on, in case a host's queue says without end that it rings. */
const ringMillis = 10

/** Where it fails it is asked again, more and more seldom. */
const askedAgain = Schedule.union(Schedule.exponential("1 second"), Schedule.spaced("1 minute"))

/**
 * Passes on every ring of the host's queue. The next ring is asked for before this one is passed on, so that none is
 * missed in between.
 */
const listening = (ring: Effect.Effect<unknown, StorageUnavailable>, bells: Bells): Effect.Effect<never> => {
  const heard = Effect.fork(Effect.ignore(Effect.retry(ring, askedAgain)))
  return Effect.gen(function*() {
    let next = yield* heard
    for (;;) {
      yield* Fiber.join(next)
      next = yield* heard
      bells.ring()
      yield* Effect.sleep(ringMillis)
    }
  })
}

/** The storage's own queue with promises; they reject with `StorageUnavailable`. */
const plainOf = (queue: Queue["Type"], bell: Effect.Effect<void>, runtime: Runtime.Runtime<never>): OwnQueue => {
  const run = <A, E>(effect: Effect.Effect<A, E>, signal?: AbortSignal): Promise<A> =>
    Runtime.runPromise(runtime, effect, signal === undefined ? {} : { signal })
  return {
    put: (jobs) => run(queue.put(jobs)),
    take: (kind, limit, leaseMillis, but) => run(queue.take(kind, limit, leaseMillis, but)),
    extend: (leases, leaseMillis) => run(queue.extend(leases, leaseMillis)),
    done: (job) => run(queue.done(job)),
    putBack: (job, due) => run(queue.putBack(job, instant(due))),
    depth: (kind) => run(queue.depth(kind)),
    rung: (signal) => run(bell, signal),
  }
}

/** A host's queue in place of the storage's own, of which it may be made. */
export const plainQueueLayer = (
  host: PlainQueue | ((own: OwnQueue) => PlainQueue),
): Layer.Layer<Queue, never, Queue> =>
  Layer.scoped(
    Queue,
    Effect.gen(function*() {
      const queue = yield* Queue
      const own = plainOf(queue, yield* queue.bell, yield* Effect.runtime<never>())
      const plain = typeof host === "function" ? host(own) : host
      const { rung } = plain
      const asked = makeAsk()
      // Without `rung` workers look for jobs by themselves. With it, rings are listened to once a worker waits for one.
      if (rung === undefined) return queueOf(plain, asked, Effect.succeed(Effect.never))
      const bells = new Bells()
      const ring = asked("rung", (signal) => rung(signal))
      const listen = yield* Effect.once(Effect.forkIn(listening(ring, bells), yield* Effect.scope))
      return queueOf(plain, asked, Effect.zipRight(listen, bells.hang))
    }),
  )
