import { Context, type Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { Job, JobName } from "../jobs/Job.ts"
import type { LeasedJob } from "./Queue.ts"
import type { StorageUnavailable } from "./Storage.ts"

/** What became of names that were reached for; those that are in neither list are no more, or in other hands. */
export interface NamedTaking {
  readonly taken: ReadonlyArray<LeasedJob>
  /** In nobody's hands: not due yet, or due and just being written by somebody. */
  readonly free: ReadonlyArray<Job>
}

/** Which jobs somebody is to be told of. */
export interface Untold {
  /** Those that fall due within so long are told of beforehand. */
  readonly aheadMillis: number
  /** Whoever put a job that is due has told of it; one that is still there after so long may have been missed. */
  readonly graceMillis: number
  /** Of each kind at most. */
  readonly limit: number
}

/**
 * The jobs of the queue (`Queue`) by their names, for deployments in which names travel through a queue of messages.
 * Names get lost and come twice; the jobs stay where the commits put them.
 */
export class NamedJobs extends Context.Tag("talonario/NamedJobs")<
  NamedJobs,
  {
    /** Takes the jobs with these names as far as they are due and free, as `take` of the queue does. */
    readonly take: (
      names: ReadonlyArray<JobName>,
      leaseMillis: number,
    ) => Effect.Effect<NamedTaking, StorageUnavailable>
    /** Ends a job as the queue does; answers when it is due, null when it is no more, or was not in one's hands. */
    readonly done: (job: LeasedJob) => Effect.Effect<Instant | null, StorageUnavailable>
    /** Puts a job back as the queue does; answers in the same way. */
    readonly putBack: (job: LeasedJob, due: Instant) => Effect.Effect<Instant | null, StorageUnavailable>
    /**
     * Free jobs that nobody may know of, for a look in regular intervals: they fall due soon, or have been due for
     * longer than the grace. One that was told of is told of again only when it has waited twice as long as then, so
     * that a queue which is behind is not filled with names it has.
     */
    readonly untold: (look: Untold) => Effect.Effect<ReadonlyArray<Job>, StorageUnavailable>
    /** Notes that these were told of now, each for the time at which it is due. */
    readonly noteTold: (names: ReadonlyArray<JobName>) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
