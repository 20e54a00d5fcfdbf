import { Context, type Effect, type Scope } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { Job, JobKind } from "../jobs/Job.ts"
import type { StorageUnavailable } from "./Storage.ts"

/** A job in the hands of one worker. */
export interface LeasedJob extends Job {
  /** Names this taking of the job; another one has another. */
  readonly lease: string
}

/** How much waits, for those who watch. */
export interface QueueDepth {
  /** Jobs that are due and in nobody's hands. */
  readonly due: number
  /** Since when the longest waiting of them is due; null when none is. */
  readonly oldestDue: Instant | null
}

/**
 * Jobs with their due times. Promises: a job is in one worker's hands at a time, until it is done, put back, or its
 * lease ends without being extended; then it is taken again. What is put while a job is in somebody's hands is not
 * lost: `done` then puts it back. Jobs come in the order in which they fell due, or where messages name them
 * (adapters/sqs) soon after and in about that order. Commits put jobs in their own transaction (`Storage`); `put` is for
 * those that come from no commit.
 */
export class Queue extends Context.Tag("talonario/Queue")<
  Queue,
  {
    /** Makes each job due at its time, or leaves it as it is where it is due earlier. */
    readonly put: (jobs: ReadonlyArray<Job>) => Effect.Effect<void, StorageUnavailable>
    /** Takes jobs that are due into one's hands for `leaseMillis`, at most `limit`. */
    readonly take: (
      kind: JobKind,
      limit: number,
      leaseMillis: number,
    ) => Effect.Effect<ReadonlyArray<LeasedJob>, StorageUnavailable>
    /** Lets leases run `leaseMillis` from now; answers those that still stood, the others are lost. */
    readonly extend: (
      leases: ReadonlyArray<string>,
      leaseMillis: number,
    ) => Effect.Effect<ReadonlySet<string>, StorageUnavailable>
    /** The job is no more, unless it was put since it was taken: then it is due as put, or when its lease would end. */
    readonly done: (job: LeasedJob) => Effect.Effect<void, StorageUnavailable>
    /** Out of one's hands and due at the time given, or earlier where `done` would have it so. */
    readonly putBack: (job: LeasedJob, due: Instant) => Effect.Effect<void, StorageUnavailable>
    /**
     * A bell of one's own, to wait at: it rings when jobs were put since it last rang. Not a promise: it saves looking
     * in short intervals, and those who wait look now and then all the same.
     */
    readonly bell: Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
    /** How much of a kind waits. */
    readonly depth: (kind: JobKind) => Effect.Effect<QueueDepth, StorageUnavailable>
  }
>() {}
