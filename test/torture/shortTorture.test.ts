import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, LogLevel } from "effect"
import { makeDice } from "./dice.ts"
import type { Fault } from "./Fault.ts"
import { stopped } from "./faults/database.ts"
import { answersLost, conflicting } from "./faults/network.ts"
import { firstKilled } from "./faults/processes.ts"
import { report } from "./report.ts"
import { carryOut } from "./Trial.ts"

/** One strike of each sort; `npm run torture` tries all of them, and takes longer. */
const fault: Fault = {
  name: "short",
  // The process that is killed runs no workers: their jobs would be taken again only after half a minute.
  needs: { services: 2, options: (service) => (service === 0 ? ["--no-workers"] : []) },
  strikes: [answersLost, firstKilled, conflicting, stopped],
  weight: 1,
}

describe("two processes on one database, under load, with faults", () => {
  it.live("lose nothing that was acknowledged, halve nothing, do nothing twice, and recover by themselves", () =>
    Effect.gen(function*() {
      const seed = Math.floor(Math.random() * 1_000_000)
      const load = { companies: 2, clerksPerCompany: 2, seconds: 0, pace: 0.4 }
      const result = yield* carryOut(fault, load, makeDice(seed))
      assert.deepStrictEqual(result.faults, [], `seed ${seed}\n${report([result])}`)
      assert.isAbove(result.strikes.reduce((sum, { counts }) => sum + counts.acknowledged, 0), 20)
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None)), 120_000)
})
