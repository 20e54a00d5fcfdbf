import { Cause, Clock, Effect } from "effect"
import { Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import { type SparseWarning, sparseWarning } from "../telemetry/sparseWarning.ts"
import type { HeldJob } from "./HeldJob.ts"
import type { JobKind } from "./Job.ts"

/** How long a worker may hold a job without renewing its lease. A dead worker's jobs wait that long for another worker. */
export const leaseMillis = 30_000

/** How often the leases of held jobs are renewed: several times before any of them would end. */
const extensionMillis = 5_000

/** One warning for each queue, which is not repeated each second: every worker asks its queue so often. */
const errors = new WeakMap<Queue["Type"], SparseWarning>()

/**
 * Logs that a queue broke. An outage is not logged here, as the storage has done so. Never fails, whatever the host's log or clock
 * does: it would end the worker, and nobody would begin it anew.
 */
export const queueBroke = (queue: Queue["Type"], kind: JobKind, cause: Cause.Cause<StorageUnavailable>): Effect.Effect<void> => {
  if (!Cause.isDie(cause)) return Effect.void
  const tell = errors.get(queue) ?? sparseWarning("the queue broke", Effect.logError)
  errors.set(queue, tell)
  return Effect.catchAllCause(tell({ kind }, cause), () => Effect.void)
}

/** The leases of the jobs that a worker has in hand. */
export interface Leases {
  /** How many jobs are in hand. */
  readonly count: () => number
  /** To be called when a job was taken, with the instant before that. */
  readonly hold: (lease: string, at: number) => void
  /** To be called when a job was given back. */
  readonly letGo: (lease: string) => void
  /**
   * Extends the leases that seem to have ended without being extended, as after a machine was suspended, its clock set forwards
   * or the storage away: otherwise the worker would take its own jobs a second time. Answers whether none seems so any more.
   */
  readonly renew: Effect.Effect<boolean>
  /** Says that the worker is to stop: from now on nothing may begin. */
  readonly stop: () => void
  /** The `mayBegin` (HeldJob.ts) of the job under a lease. */
  readonly mayBegin: (lease: string) => HeldJob["mayBegin"]
  /** The `mayNote` (HeldJob.ts) of every job. */
  readonly mayNote: HeldJob["mayNote"]
}

/** Leases of jobs of one kind. They are extended until the scope ends. Nothing may begin that would not end by `deadline`. */
export const makeLeases = (kind: JobKind, deadline: number) =>
  Effect.gen(function*() {
    const queue = yield* Queue
    /** Until when each lease holds for certain; 0 for one that was lost. */
    const heldUntil = new Map<string, number>()
    let stopping = false
    const extend = Effect.gen(function*() {
      const at = yield* Clock.currentTimeMillis
      const leases = [...heldUntil.keys()]
      const standing = leases.length === 0 ? new Set() : yield* queue.extend(leases, leaseMillis)
      // Some jobs may have been given back meanwhile: their leases are not to appear again.
      for (const lease of leases) {
        if (heldUntil.has(lease)) heldUntil.set(lease, standing.has(lease) ? at + leaseMillis : 0)
      }
    }).pipe(Effect.catchAllCause((cause) => queueBroke(queue, kind, cause)))
    yield* extend.pipe(Effect.delay(extensionMillis), Effect.forever, Effect.forkScoped)
    const noneHasEnded = Effect.map(Clock.currentTimeMillis, (at) => {
      for (const until of heldUntil.values()) if (until > 0 && until <= at) return false
      return true
    })
    const leases: Leases = {
      renew: Effect.flatMap(noneHasEnded, (none) => (none ? Effect.succeed(true) : Effect.zipRight(extend, noneHasEnded))),
      count: () => heldUntil.size,
      hold: (lease, at) => void heldUntil.set(lease, at + leaseMillis),
      letGo: (lease) => void heldUntil.delete(lease),
      stop: () => void (stopping = true),
      mayBegin: (lease) => (millis) =>
        Effect.map(Clock.currentTimeMillis, (at) =>
          !stopping && Math.min(heldUntil.get(lease) ?? 0, deadline) - at >= millis),
      mayNote: Effect.sync(() => !stopping),
    }
    return leases
  })
