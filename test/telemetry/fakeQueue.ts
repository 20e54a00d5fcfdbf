import { Effect, Layer } from "effect"
import type { JobKind } from "../../core/jobs/Job.ts"
import { Queue, type QueueDepth } from "../../core/ports/Queue.ts"
import type { StorageUnavailable } from "../../core/ports/Storage.ts"

/** A queue that can only say how much waits. */
export const queueWith = (depth: (kind: JobKind) => Effect.Effect<QueueDepth, StorageUnavailable>) =>
  Layer.succeed(Queue, {
    put: () => Effect.void,
    take: () => Effect.succeed([]),
    extend: () => Effect.succeed(new Set<string>()),
    done: () => Effect.void,
    putBack: () => Effect.void,
    bell: Effect.succeed(Effect.never),
    depth,
  })
