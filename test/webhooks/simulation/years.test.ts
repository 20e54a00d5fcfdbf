import { describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Life } from "./Life.ts"
import { script } from "./script.ts"

describe("years of deliveries", () => {
  it("go as the contract has them, whatever receivers and owners do", () => {
    fc.assert(fc.property(script, ({ seed, steps, weathers }) => {
      const life = new Life({ seed, weathers })
      for (const step of steps) life.step(step)
      life.end()
      runs++
      attempts += life.world.attempts.length
      days += (life.world.time.now - Date.parse("2026-11-20")) / 86400000
    }), { numRuns: Number(process.env["RUNS"] ?? 10) })
    console.log({ runs, attempts, days })
  }, 200000)
})
let runs = 0, attempts = 0, days = 0
