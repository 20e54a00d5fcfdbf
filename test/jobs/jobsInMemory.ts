import { it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import type { HeldJob, Next, Works } from "../../core/jobs/HeldJob.ts"
import type { JobKind } from "../../core/jobs/Job.ts"
import type { NamedJobs } from "../../core/ports/NamedJobs.ts"
import type { Queue } from "../../core/ports/Queue.ts"

/** A test on jobs in memory. The clock stands still until the test adjusts it, and nothing is logged. */
export const jobTest = (title: string, run: () => Effect.Effect<void, unknown, Queue | NamedJobs>) =>
  it.effect(title, () => run().pipe(Effect.provide(Layer.merge(StorageMemory.layer, Logger.remove(Logger.defaultLogger)))))

/** Works that handle jobs of every kind in the same way. */
export const sameWorks = <E, R>(handle: (job: HeldJob) => Effect.Effect<Next, E, R>, beginMillis = 0): Works<E, R> => {
  const of = (kind: JobKind) => ({ kind, atOnce: 4, beginMillis, handle })
  return {
    fanOut: of("fanOut"),
    webhook: of("webhook"),
    mail: of("mail"),
    registry: of("registry"),
    subscription: of("subscription"),
  }
}
