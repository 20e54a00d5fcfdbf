import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { refreshQueueGauges } from "../../core/jobs/queueTelemetry.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { queueWith } from "../telemetry/fakeQueue.ts"
import { metricValue } from "../telemetry/metricValue.ts"

const shown = (kind: string) => [
  metricValue("talonario_queue_due", { kind }),
  metricValue("talonario_queue_oldest_due_seconds", { kind }),
]

describe("the queue's gauges", () => {
  it.effect("show how many jobs wait, by kind, and for how long", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(100_000)
      yield* refreshQueueGauges
      assert.deepStrictEqual(shown("webhook"), [12, 97.5])
      assert.deepStrictEqual(shown("mail"), [0, 0])
      assert.deepStrictEqual(shown("fanOut"), [1, 0], "due in the future of this clock")
    }).pipe(Effect.provide(queueWith((kind) =>
      Effect.succeed(
        kind === "webhook"
          ? { due: 12, oldestDue: instant(2_500) }
          : kind === "mail"
          ? { due: 0, oldestDue: null }
          : { due: 1, oldestDue: instant(100_001) },
      )
    ))))

  it.effect("show when a kind cannot be looked at, or not in time", () =>
    Effect.gen(function*() {
      const refreshing = yield* Effect.fork(refreshQueueGauges)
      yield* TestClock.adjust("3 seconds")
      yield* refreshing
      assert.deepStrictEqual(shown("webhook"), [Number.NaN, Number.NaN])
      assert.deepStrictEqual(shown("mail"), [Number.NaN, Number.NaN])
      assert.deepStrictEqual(shown("fanOut"), [3, 0])
    }).pipe(Effect.provide(queueWith((kind) =>
      kind === "webhook"
        ? Effect.fail(new StorageUnavailable())
        : kind === "mail"
        ? Effect.never
        : Effect.succeed({ due: 3, oldestDue: null })
    ))))
})
