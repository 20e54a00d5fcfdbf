import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { drawTrace } from "./drawTrace.ts"
import { GivenClock } from "./GivenClock.ts"
import { playTrace } from "./playTrace.ts"
import { inMemory, overHttp, overLambda } from "./targets.ts"

describe("the same trace of commands and reads", () => {
  it.live("has the same answers, notices and chain in memory, on PostgreSQL over HTTP, and through Lambda", () =>
    Effect.gen(function*() {
      const time = new GivenClock(Date.parse("2026-10-24T20:00:00Z"))
      const steps = drawTrace(1, Number(process.env["TRACE_STEPS"] ?? 1_500))
      const make = Effect.all([inMemory, overHttp, overLambda(time)])
      const targets = yield* Effect.withClock(make, time.clock)
      const { difference, notices, requests } = yield* playTrace(targets, time, steps)
      assert.isUndefined(difference)
      console.log({ requests, notices })
      assert.isAbove(requests, steps.length * 0.7)
      assert.isAbove(notices, 50)
    }).pipe(Effect.scoped), 120_000)
})
