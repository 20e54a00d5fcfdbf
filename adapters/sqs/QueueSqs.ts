import { Clock, Context, Effect, FiberSet, Layer, Schedule, Scope } from "effect"
import type { Instant } from "../../core/calendar/instant.ts"
import { Bells } from "../../core/jobs/Bells.ts"
import { textOfName } from "../../core/jobs/Job.ts"
import { soonMillis } from "../../core/jobs/workNamed.ts"
import { NamedJobs, type NamedTaking } from "../../core/ports/NamedJobs.ts"
import { type LeasedJob, Queue } from "../../core/ports/Queue.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { gathering } from "./gathering.ts"
import { hiddenSecondsOf, makeInbox, type Message } from "./inbox.ts"
import { JobMessages, makeJobMessages, tickMillis } from "./JobMessages.ts"
import { sparseWarning } from "./sparseWarning.ts"
import { makeSqsCalls, type Receipt, type SqsCalls } from "./sqsCalls.ts"
import type { SqsSettings } from "./SqsSettings.ts"
import { tellingStorage } from "./tellingStorage.ts"

const make = (settings: SqsSettings) =>
  Effect.gen(function*() {
    const calls = yield* settings.calls ?? makeSqsCalls(settings.client ?? {})
    const messages = yield* makeJobMessages(settings, calls)
    const storage = tellingStorage(yield* Storage, messages.tell)
    const queue = yield* makeQueue(settings, calls, messages)
    return Context.make(Storage, storage).pipe(Context.add(Queue, queue), Context.add(JobMessages, messages))
  })

/** Messages whose jobs are done are removed together with those of so long. */
const removalMillis = 50

/** The storage's queue, from which jobs are taken as messages name them. */
const makeQueue = (settings: SqsSettings, calls: SqsCalls, messages: JobMessages["Type"]) =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const stored = yield* Queue
    const named = yield* NamedJobs
    const bells = new Bells()
    const inBackground = yield* FiberSet.makeRuntime<never>()
    const remove = yield* gathering<Receipt>(removalMillis, (receipts) => calls.remove(receipts))
    /** The message by which each lease was come by. */
    const held = new Map<string, Message>()

    const hide = (found: ReadonlyArray<Message>, leaseMillis: number): void => {
      if (found.length > 0) inBackground(calls.hide(found, hiddenSecondsOf(leaseMillis)))
    }

    /** What works here takes from here: then messages are received, and names that were lost looked for. */
    const working = yield* Effect.cached(Scope.extend(
      Effect.gen(function*() {
        yield* Effect.forkScoped(Effect.interruptible(ticking(messages)))
        return yield* makeInbox(settings, calls, () => bells.ring())
      }),
      scope,
    ))

    /** Keeps the messages of jobs that were taken; those that were in vain go, or come again soon. */
    const settle = (found: ReadonlyArray<Message>, { free, taken }: NamedTaking, leaseMillis: number, now: number) => {
      const leases = new Map(taken.map((job) => [textOfName(job), job.lease]))
      const soon = new Map(free.filter(({ due }) => due <= now + soonMillis).map((job) => [textOfName(job), job.due]))
      const brief: Array<Message> = []
      for (const message of found) {
        const name = textOfName(message.name)
        const lease = leases.get(name)
        const due = soon.get(name)
        if (lease !== undefined && !held.has(lease)) {
          held.set(lease, message)
          if (message.hiddenUntil < now + leaseMillis) brief.push(message)
        } else if (due !== undefined) hide([message], Math.max(due - now, 1))
        else remove([message])
      }
      hide(brief, leaseMillis)
    }

    const ended = (job: LeasedJob, due: Instant | null) => {
      const message = held.get(job.lease)
      held.delete(job.lease)
      if (message !== undefined) remove([message])
      return due === null ? Effect.void : messages.tell([{ ...job, due }])
    }

    return Queue.of({
      ...stored,
      put: (jobs) => Effect.zipRight(stored.put(jobs), messages.tell(jobs)),
      take: (kind, limit, leaseMillis) =>
        Effect.gen(function*() {
          const inbox = yield* working
          const found = yield* inbox.take(kind, limit, leaseMillis)
          if (found.length === 0) return []
          const taking = yield* named.take(found.map(({ name }) => name), leaseMillis).pipe(
            Effect.tapError(() => Effect.sync(() => inbox.putBack(found))),
          )
          settle(found, taking, leaseMillis, yield* Clock.currentTimeMillis)
          return taking.taken.toSorted((a, b) => a.due - b.due)
        }),
      extend: (leases, leaseMillis) =>
        Effect.gen(function*() {
          const standing = yield* stored.extend(leases, leaseMillis)
          const now = yield* Clock.currentTimeMillis
          const brief: Array<Message> = []
          for (const [lease, message] of held) {
            if (standing.has(lease) && message.hiddenUntil < now + leaseMillis) {
              brief.push(message)
              held.set(lease, { ...message, hiddenUntil: now + hiddenSecondsOf(leaseMillis) * 1000 })
            } else if (message.hiddenUntil <= now) held.delete(lease)
          }
          hide(brief, leaseMillis)
          return standing
        }),
      done: (job) => Effect.flatMap(named.done(job), (due) => ended(job, due)),
      putBack: (job, at) => Effect.flatMap(named.putBack(job, at), (due) => ended(job, due)),
      bell: bells.hang,
    })
  })

/** The tick, where there is a process for it. */
const ticking = ({ resend }: JobMessages["Type"]) => {
  const warn = sparseWarning("names that were lost could not be sent")
  return resend.pipe(
    Effect.catchTag("SqsFailed", ({ reason }) => warn(reason)),
    Effect.catchAllCause((cause) => Effect.logDebug("a tick failed", cause)),
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
