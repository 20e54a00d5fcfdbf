import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { drawTrace } from "./drawTrace.ts"
import { GivenClock } from "./GivenClock.ts"
import { inMemory, overHttp, overLambda } from "./targets.ts"
import { TracePlayer } from "./TracePlayer.ts"

/** TRACE_STEPS and TRACE_SEED change these: docs/simulator.md. */
const length = Number(process.env["TRACE_STEPS"] ?? 1_000)
const seed = Number(process.env["TRACE_SEED"] ?? 1)

describe("the same trace of commands and reads", () => {
  it.live("has the same answers, notices and chain in memory, on PostgreSQL over HTTP, and through Lambda", () =>
    Effect.gen(function*() {
      const time = new GivenClock(Date.parse("2026-10-24T20:00:00Z"))
      const targets = yield* Effect.withClock(Effect.all([inMemory, overHttp, overLambda(time)]), time.clock)
      const player = new TracePlayer(targets, time)
      yield* player.play(drawTrace(seed, length))
      if (player.difference !== undefined) assert.fail(`seed ${seed}: ${player.difference}`)
      assert.isAbove(player.requests, length * 0.8)
      assert.isAbove(player.notices, length / 10)
      assert.isAbove(player.invoiced, length / 200)
    }).pipe(Effect.scoped), Math.max(300_000, length * 100))
})
