import { Context, type Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { Job, JobName } from "../jobs/Job.ts"
import type { LeasedJob } from "./Queue.ts"
import type { StorageUnavailable } from "./Storage.ts"

/** What became of the names that were to be taken. The job of a name in neither list is gone, or in other hands. */
export interface NamedTaking {
  readonly taken: ReadonlyArray<LeasedJob>
  /** Jobs in nobody's hands: not due yet, or due but just being written by a commit. */
  readonly free: ReadonlyArray<Job>
}

/** Which jobs a message is to be sent for. */
export interface Untold {
  /** Jobs that fall due within this time: their messages are sent ahead. */
  readonly aheadMillis: number
  /** Whoever puts a job that is due sends its message. If it is still there after this time, that may have been lost. */
  readonly graceMillis: number
  /** The most jobs of each kind. */
  readonly limit: number
}

/**
 * The jobs of the queue (`Queue`) by their names, for deployments in which workers are woken by messages with names of jobs
 * (adapters/sqs). Messages may get lost or come twice; the jobs themselves stay where the commits put them.
 */
export class NamedJobs extends Context.Tag("talonario/NamedJobs")<
  NamedJobs,
  {
    /** Takes the jobs with these names, as far as they are due and free, like `take` of the queue. */
    readonly take: (
      names: ReadonlyArray<JobName>,
      leaseMillis: number,
    ) => Effect.Effect<NamedTaking, StorageUnavailable>
    /** Ends a job like the queue. Answers when it is due again; null if it is gone, or was not in the caller's hands. */
    readonly done: (job: LeasedJob) => Effect.Effect<Instant | null, StorageUnavailable>
    /** Puts a job back like the queue. Answers as `done` does. */
    readonly putBack: (job: LeasedJob, due: Instant) => Effect.Effect<Instant | null, StorageUnavailable>
    /**
     * The free jobs for which there may be no message, to be asked for at regular intervals: they fall due soon, or have been
     * due for longer than the grace. After a message, a job is answered again only once it has waited twice as long as it had
     * then. So a queue that is behind is not filled with messages that it has already. A message that was noted under a clock
     * far ahead counts as none.
     */
    readonly untold: (look: Untold) => Effect.Effect<ReadonlyArray<Job>, StorageUnavailable>
    /**
     * Notes that messages were sent for these jobs now, as `untold` has answered them. One that is due later by now was not
     * told of for that time.
     */
    readonly noteTold: (jobs: ReadonlyArray<Job>) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
