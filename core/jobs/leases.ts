import { Cause, Clock, Effect } from "effect"
import { Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import { type SparseWarning, sparseWarning } from "../telemetry/sparseWarning.ts"
import type { HeldJob } from "./HeldJob.ts"
import type { JobKind } from "./Job.ts"

/** How long a dead worker's jobs wait for another one. */
export const leaseMillis = 30_000

/** How often the leases of held jobs are renewed: several times before one would end. */
const extensionMillis = 5_000

/** Of each queue, which workers of every kind ask each second. */
const errors = new WeakMap<Queue["Type"], SparseWarning>()

/** An outage is in the storage's own log. */
export const queueBroke = (queue: Queue["Type"], kind: JobKind, cause: Cause.Cause<StorageUnavailable>): Effect.Effect<void> => {
  if (!Cause.isDie(cause)) return Effect.void
  const tell = errors.get(queue) ?? sparseWarning("the queue broke", Effect.logError)
  errors.set(queue, tell)
  return tell({ kind }, cause)
}

/** The leases of what a worker has in hand. */
export interface Leases {
  /** How many jobs are in hand. */
  readonly count: () => number
  /** A job was taken at this instant. */
  readonly hold: (lease: string, at: number) => void
  /** A job was given back. */
  readonly letGo: (lease: string) => void
  /** Nothing is begun any more. */
  readonly stop: () => void
  /** `mayBegin` of the job under this lease (HeldJob.ts). */
  readonly mayBegin: (lease: string) => HeldJob["mayBegin"]
  /** That of every job (HeldJob.ts). */
  readonly mayNote: HeldJob["mayNote"]
}

/** Leases of jobs of a kind, extended until the scope ends; nothing is begun that would not end by `deadline`. */
export const makeLeases = (kind: JobKind, deadline: number) =>
  Effect.gen(function*() {
    const queue = yield* Queue
    /** Until when each lease certainly holds. */
    const heldUntil = new Map<string, number>()
    let stopping = false
    const extend = Effect.gen(function*() {
      const at = yield* Clock.currentTimeMillis
      const leases = [...heldUntil.keys()]
      const standing = leases.length === 0 ? new Set() : yield* queue.extend(leases, leaseMillis)
      // Meanwhile some were given back, and others taken.
      for (const lease of leases) {
        if (heldUntil.has(lease)) heldUntil.set(lease, standing.has(lease) ? at + leaseMillis : 0)
      }
    }).pipe(Effect.catchAllCause((cause) => queueBroke(queue, kind, cause)))
    yield* extend.pipe(Effect.delay(extensionMillis), Effect.forever, Effect.forkScoped)
    const leases: Leases = {
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
