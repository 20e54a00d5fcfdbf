import type { Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { LeasedJob } from "../ports/Queue.ts"
import type { JobKind } from "./Job.ts"

/** How a job goes on after it was handled: it is no more, or is due again. */
export type Next = { readonly _tag: "Done" } | { readonly _tag: "Again"; readonly due: Instant }

/** Nothing is left to do; the job goes. */
export const done: Next = { _tag: "Done" }
/** The job comes again when it is due. */
export const again = (due: Instant): Next => ({ _tag: "Again", due })

/** A job in this worker's hands. */
export interface HeldJob extends LeasedJob {
  /**
   * Whether to begin something that takes so long: false when the lease may end before, or the worker is to stop. What
   * has begun is to be ended, and the job given back.
   */
  readonly mayBegin: (millis: number) => Effect.Effect<boolean>
  /**
   * Whether to go on trying to note what was done: until the worker is to stop, though the lease may have ended meanwhile.
   * What is not noted would be done again.
   */
  readonly mayNote: Effect.Effect<boolean>
}

/** How jobs of one kind are done. */
export interface Work<E, R> {
  readonly kind: JobKind
  /** Jobs in one worker's hands at most. */
  readonly atOnce: number
  /** Within less time than this `handle` begins nothing, and says that the job is due again; milliseconds, 0 unless told. */
  readonly beginMillis?: number
  /** A worker that is to stop waits so long for what has begun, and then drops it; milliseconds, for ever unless told. */
  readonly endMillis?: number
  /** Interrupted only where time is up (`workNamed`, `endMillis`); whatever it fails with is logged, and the job comes again soon. */
  readonly handle: (job: HeldJob) => Effect.Effect<Next, E, R>
}

/** How the jobs of every kind are done. */
export type Works<E, R> = { readonly [K in JobKind]: Work<E, R> }
