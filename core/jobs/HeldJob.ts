import type { Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { LeasedJob } from "../ports/Queue.ts"
import type { JobKind } from "./Job.ts"

/** What is to become of a job after it was handled: it goes, or is due again. */
export type Next = { readonly _tag: "Done" } | { readonly _tag: "Again"; readonly due: Instant }

/** Nothing is left to do: the job goes. */
export const done: Next = { _tag: "Done" }
/** The job comes again at that instant. */
export const again = (due: Instant): Next => ({ _tag: "Again", due })

/** A job in this worker's hands. */
export interface HeldJob extends LeasedJob {
  /**
   * Whether there is time to begin something that takes this long: false if the lease may end before that, or the worker is to
   * stop. What has begun should be finished, and then the job given back.
   */
  readonly mayBegin: (millis: number) => Effect.Effect<boolean>
  /**
   * Whether to go on trying to store what was done: yes until the worker is to stop, even if the lease has ended meanwhile, since
   * what is not stored would be done again.
   */
  readonly mayNote: Effect.Effect<boolean>
}

/** How jobs of one kind are done. */
export interface Work<E, R> {
  readonly kind: JobKind
  /** How many jobs one worker may have in hand. */
  readonly atOnce: number
  /** The time that `handle` needs to begin anything; with less it answers that the job is due again. Milliseconds; default 0. */
  readonly beginMillis?: number
  /** How long a worker that is to stop waits for what has begun, before it drops it. Milliseconds; by default without limit. */
  readonly endMillis?: number
  /**
   * Does a job. It is interrupted only when time is up (`workDue`, `workNamed`, `endMillis`). If it fails, that is logged and
   * the job comes again soon.
   */
  readonly handle: (job: HeldJob) => Effect.Effect<Next, E, R>
}

/** How the jobs of every kind are done. */
export type Works<E, R> = { readonly [K in JobKind]: Work<E, R> }
