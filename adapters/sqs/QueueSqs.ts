import { Clock, Context, Effect, Layer, Schedule, Scope } from "effect"
import type { Instant } from "../../core/calendar/instant.ts"
import { Bells } from "../../core/jobs/Bells.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { type LeasedJob, Queue } from "../../core/ports/Queue.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { sparseWarning } from "../../core/telemetry/sparseWarning.ts"
import { makeHeldMessages } from "./heldMessages.ts"
import { makeInbox } from "./inbox.ts"
import { JobMessages, makeJobMessages, tickMillis } from "./JobMessages.ts"
import { makeSqsCalls, type SqsCalls, type Undone } from "./sqsCalls.ts"
import type { SqsSettings } from "./SqsSettings.ts"
import { tellingStorage } from "./tellingStorage.ts"

const make = (settings: SqsSettings) =>
  Effect.gen(function*() {
    const calls = tellingUndone(yield* settings.calls ?? makeSqsCalls(settings.client ?? {}))
    const messages = yield* makeJobMessages(settings, calls)
    const storage = tellingStorage(yield* Storage, messages.tell)
    const queue = yield* makeQueue(settings, calls, messages)
    return Context.make(Storage, storage).pipe(Context.add(Queue, queue), Context.add(JobMessages, messages))
  })

/**
 * The same calls, by which it is logged that messages were not removed or hidden, such as for want of a permission. Nothing else
 * shows it: such messages come again and again.
 */
const tellingUndone = (calls: SqsCalls): SqsCalls => {
  const warn = sparseWarning("SQS does not remove or hide messages: they come again")
  const told = <A>(asked: Effect.Effect<Undone<A> | null>) =>
    Effect.tap(asked, (undone) => (undone === null ? Effect.void : warn({ sqs: undone.reason })))
  return {
    ...calls,
    remove: (messages) => told(calls.remove(messages)),
    hide: (messages, seconds) => told(calls.hide(messages, seconds)),
  }
}

/** The storage's queue, from which jobs are taken as messages name them. */
const makeQueue = (settings: SqsSettings, calls: SqsCalls, messages: JobMessages["Type"]) =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const stored = yield* Queue
    const named = yield* NamedJobs
    const bells = new Bells()
    const held = yield* makeHeldMessages(calls)

    /**
     * Made when a worker of this process first takes jobs. From then on messages are received, and names that were lost
     * are looked for.
     */
    const working = yield* Effect.cached(Scope.extend(
      Effect.gen(function*() {
        yield* Effect.forkScoped(Effect.interruptible(ticking(messages)))
        return yield* makeInbox(settings, calls, () => bells.ring())
      }),
      scope,
    ))

    const ended = (job: LeasedJob, due: Instant | null) => {
      held.letGo(job.lease)
      return due === null ? Effect.void : messages.tell([{ ...job, due }])
    }

    return Queue.of({
      ...stored,
      put: (jobs) => Effect.zipRight(stored.put(jobs), messages.tell(jobs)),
      take: Effect.fnUntraced(function*(kind, limit, leaseMillis) {
        const inbox = yield* working
        const found = yield* inbox.take(kind, limit, leaseMillis)
        if (found.length === 0) return []
        const taking = yield* named.take(found.map(({ name }) => name), leaseMillis).pipe(
          Effect.tapError(() => Effect.sync(() => inbox.putBack(found))),
        )
        held.settle(found, taking, leaseMillis, yield* Clock.currentTimeMillis)
        return taking.taken.toSorted((a, b) => a.due - b.due)
      }),
      extend: Effect.fnUntraced(function*(leases, leaseMillis) {
        const holding = yield* stored.extend(leases, leaseMillis)
        held.extend(holding, leaseMillis, yield* Clock.currentTimeMillis)
        return holding
      }),
      done: (job) => Effect.flatMap(named.done(job), (due) => ended(job, due)),
      putBack: (job, at) => Effect.flatMap(named.putBack(job, at), (due) => ended(job, due)),
      bell: bells.hang,
    })
  })

/**
 * Ticks for as long as this process works. What a tick that fails has not done, the next one does. An outage of the storage
 * is not logged here, as the storage has done so.
 */
const ticking = ({ resend }: JobMessages["Type"]) => {
  const warn = sparseWarning("names that were lost could not be sent")
  const broke = sparseWarning("looking for lost names broke", Effect.logError)
  return resend.pipe(
    Effect.catchTags({ SqsFailed: ({ reason }) => warn({ sqs: reason }), StorageUnavailable: () => Effect.void }),
    Effect.catchAllCause((cause) => broke({}, cause)),
    Effect.repeat(Schedule.jittered(Schedule.spaced(tickMillis))),
  )
}

/**
 * The storage's queue, whose jobs are named by messages of SQS: commits send the names of the jobs they put, workers take
 * the jobs that are named to them, and a job's message is hidden from others while its lease holds. Jobs stay in the
 * storage, so a message that is lost costs time, and one that comes twice nothing. What is due in more than 15 minutes
 * waits there for the tick, which runs where workers do, and elsewhere by `JobMessages`.
 */
export const layer = (
  settings: SqsSettings,
): Layer.Layer<Storage | Queue | JobMessages, never, Storage | Queue | NamedJobs> => Layer.scopedContext(make(settings))
