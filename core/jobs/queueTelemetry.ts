import { Clock, Effect } from "effect"
import { Queue } from "../ports/Queue.ts"
import { gauge } from "../telemetry/instruments.ts"
import { type JobKind, jobKinds } from "./Job.ts"

const gaugesOf = (kind: JobKind) => ({
  kind,
  due: gauge("talonario_queue_due", "Jobs that are due and in no worker's hands.", { kind }),
  oldestDue: gauge(
    "talonario_queue_oldest_due_seconds",
    "How long the longest waiting of them has been due; 0 when none is.",
    { kind },
  ),
})

const gauges = jobKinds.map(gaugesOf)

/** How long the queue may take to answer: whoever fetches the metrics does not wait for ever either. */
const limit = "3 seconds"

/**
 * Sets the gauges to what waits in the queue now, for all processes together. The gauges of a kind that does not answer in time
 * become NaN, so that no old value is taken for a new one.
 */
export const refreshQueueGauges: Effect.Effect<void, never, Queue> = Effect.gen(function*() {
  const { depth } = yield* Queue
  const refresh = ({ due, kind, oldestDue }: ReturnType<typeof gaugesOf>) =>
    Effect.gen(function*() {
      const waiting = yield* depth(kind)
      const now = yield* Clock.currentTimeMillis
      due(waiting.due)
      oldestDue(waiting.oldestDue === null ? 0 : Math.max(0, now - waiting.oldestDue) / 1000)
    }).pipe(
      Effect.timeout(limit),
      Effect.catchAllCause(() =>
        Effect.sync(() => {
          due(Number.NaN)
          oldestDue(Number.NaN)
        })
      ),
    )
  yield* Effect.forEach(gauges, refresh, { concurrency: "unbounded", discard: true })
})
