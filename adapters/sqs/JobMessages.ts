import { Clock, Context, Effect, type Scope } from "effect"
import { type Job, textOfName } from "../../core/jobs/Job.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import type { StorageUnavailable } from "../../core/ports/Storage.ts"
import { sparseWarning } from "../../core/telemetry/sparseWarning.ts"
import { gathering } from "./gathering.ts"
import { bodyOf, delaySecondsOf, longestDelayMillis } from "./jobNameMessage.ts"
import { type SqsCalls, SqsFailed } from "./sqsCalls.ts"
import type { SqsSettings } from "./SqsSettings.ts"
import { withinMillis } from "./withinMillis.ts"

/** Sends the names of jobs to the queue from which workers hear of them. Names that get lost are sent again by `resend`. */
export class JobMessages extends Context.Tag("talonario/JobMessages")<
  JobMessages,
  {
    /** Sends the names of those that fall due within 15 minutes. Never fails; waits as the settings say. */
    readonly tell: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
    /**
     * The tick, to be run every minute: sends the names of jobs that fall due before the next one, and of those that
     * are due and seem to be missed. Answers how many have left. Several at a time do no harm.
     */
    readonly resend: Effect.Effect<number, StorageUnavailable | SqsFailed>
  }
>() {}

/** Time between two ticks. */
export const tickMillis = 60_000

/** What a tick looks for. It looks half a tick further ahead than the next one, which may be late. */
const look = { aheadMillis: tickMillis * 1.5, graceMillis: tickMillis, limit: 500 }

/**
 * How long names are gathered before they are sent: each process sends the name of a busy company at most once in so
 * long.
 */
const pauseMillis = 20

/** Sends names to the queue of the settings; those on their way are sent at the end of the scope. */
export const makeJobMessages = (
  settings: SqsSettings,
  calls: SqsCalls,
): Effect.Effect<JobMessages["Type"], never, NamedJobs | Scope.Scope> =>
  Effect.gen(function*() {
    const named = yield* NamedJobs
    const { queueUrl, waitMillis = 0 } = settings

    /** Sends the names; answers which have not left, and why. */
    const send = (jobs: ReadonlyArray<Job>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        calls.send(firstDue(jobs, now + longestDelayMillis).map((job) => ({
          job,
          url: queueUrl,
          body: bodyOf(job),
          delaySeconds: delaySecondsOf(job, now),
        }))))

    const warn = sparseWarning("names of jobs were not sent; the next tick sends them")
    const sendWhatLeaves = (jobs: ReadonlyArray<Job>) =>
      Effect.flatMap(send(jobs), (undone) => (undone === null ? Effect.void : warn({ sqs: undone.reason })))
    const sendLater = yield* gathering(pauseMillis, sendWhatLeaves)
    const late = warn({ sqs: `no answer within ${waitMillis / 1000} seconds` })

    const resendSome = Effect.gen(function*() {
      const jobs = yield* named.untold(look)
      const undone = yield* send(jobs)
      const stayed = new Set(undone?.items.map(({ job }) => textOfName(job)))
      const sent = jobs.filter((job) => !stayed.has(textOfName(job)))
      if (sent.length > 0) yield* named.noteTold(sent)
      if (undone !== null) return yield* new SqsFailed({ reason: undone.reason })
      return sent.length
    })

    return {
      tell: (jobs) =>
        waitMillis > 0
          ? withinMillis(Effect.onInterrupt(sendWhatLeaves(jobs), () => late), waitMillis)
          : Effect.sync(() => sendLater(jobs)),
      resend: Effect.gen(function*() {
        for (let total = 0;;) {
          const sent = yield* resendSome
          total += sent
          if (sent < look.limit) return total
        }
      }),
    }
  })

/** Each job once, as it falls due first, without those that are due after `until`. */
const firstDue = (jobs: ReadonlyArray<Job>, until: number): ReadonlyArray<Job> => {
  const first = new Map<string, Job>()
  for (const job of jobs) {
    const known = first.get(textOfName(job))
    if (job.due <= until && (known === undefined || job.due < known.due)) first.set(textOfName(job), job)
  }
  return [...first.values()]
}
