import { describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Life } from "./Life.ts"
import { script } from "./script.ts"

describe("years of deliveries", () => {
  it("go as the contract has them, whatever receivers and owners do", () => {
    const property = fc.property(script, ({ steps, ...world }) => {
      const life = new Life(world)
      for (const step of steps) life.step(step)
      life.end()
    })
    // Months each. A shorter script is seldom a clearer one, and finding it takes minutes.
    fc.assert(property, { numRuns: 12, endOnFailure: true })
  }, 120_000)
})
