import { Clock, Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import { Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import { farMillis } from "../retries/retryWaits.ts"
import type { JobKind } from "./Job.ts"

/** The kinds that nothing puts off for longer than a day. A subscription waits for its next period. */
const briefKinds: ReadonlyArray<JobKind> = ["fanOut", "webhook", "mail", "registry"]

/** Frees the jobs that were put off or leased under a clock that was far ahead: they would wait until that time comes. */
export const recall: Effect.Effect<void, StorageUnavailable, Queue> = Effect.gen(function*() {
  const queue = yield* Queue
  if (queue.recall !== undefined) yield* queue.recall(briefKinds, instant((yield* Clock.currentTimeMillis) + farMillis))
})
