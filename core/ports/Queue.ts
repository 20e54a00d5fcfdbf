import { Context, type Effect, type Scope } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Job, JobKind } from "../jobs/Job.ts"
import type { StorageUnavailable } from "./Storage.ts"

/** A job in the hands of one worker. */
export interface LeasedJob extends Job {
  /** Identifies this taking of the job: the next time it is taken, it has another lease. */
  readonly lease: string
}

/** How much work waits, for metrics. */
export interface QueueDepth {
  /** Jobs that are due and in nobody's hands. */
  readonly due: number
  /** Since when the one that has waited longest is due; null if none is. */
  readonly oldestDue: Instant | null
}

/**
 * Jobs with their due times. Promises: a job is in the hands of one worker at a time, until it is done, put back, or its lease
 * ends without being extended; then it can be taken again. A job that is put again while somebody has it in hand is not lost:
 * it is due again after `done`. Jobs come in the order in which they fell due, or where messages name them (adapters/sqs) soon
 * after that and in about that order. Commits put their jobs in their own transaction (`Storage`); `put` is for other jobs.
 */
export class Queue extends Context.Tag("talonario/Queue")<
  Queue,
  {
    /** Puts each job, due at its time. A job that is there already and due earlier stays as it is. */
    readonly put: (jobs: ReadonlyArray<Job>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Takes at most `limit` jobs that are due into the caller's hands, for `leaseMillis`: of other companies than `but`, as far as
     * the queue can choose.
     */
    readonly take: (
      kind: JobKind,
      limit: number,
      leaseMillis: number,
      but?: ReadonlyArray<OrganizationId>,
    ) => Effect.Effect<ReadonlyArray<LeasedJob>, StorageUnavailable>
    /** Makes leases end `leaseMillis` from now. Answers those that still stand; the others are lost. */
    readonly extend: (
      leases: ReadonlyArray<string>,
      leaseMillis: number,
    ) => Effect.Effect<ReadonlySet<string>, StorageUnavailable>
    /**
     * Removes the job, unless it was put again since it was taken. Then it is free, and due when it was put for, but no later than
     * its lease would have ended.
     */
    readonly done: (job: LeasedJob) => Effect.Effect<void, StorageUnavailable>
    /** Makes the job free, due at the given time, or earlier if it was put again for an earlier time (as in `done`). */
    readonly putBack: (job: LeasedJob, due: Instant) => Effect.Effect<void, StorageUnavailable>
    /**
     * A bell for the caller to wait at: the inner effect ends when jobs were put since it last did. It may fail to ring. It only
     * saves looking at short intervals, so whoever waits at it must look now and then all the same.
     */
    readonly bell: Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
    /**
     * Makes jobs of these kinds due now that are due or leased beyond `far`, and frees jobs of any kind that are leased beyond it.
     * Adapters without it leave them until that time comes.
     */
    readonly recall?: (kinds: ReadonlyArray<JobKind>, far: Instant) => Effect.Effect<void, StorageUnavailable>
    /** How many jobs of a kind wait, and for how long. */
    readonly depth: (kind: JobKind) => Effect.Effect<QueueDepth, StorageUnavailable>
  }
>() {}
