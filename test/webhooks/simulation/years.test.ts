import { describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Life } from "./Life.ts"
import { script } from "./script.ts"

describe("years of deliveries", () => {
  it("go as the contract says, whatever receivers and owners do", () => {
    const property = fc.property(script, ({ steps, ...world }) => {
      const life = new Life(world)
      for (const step of steps) life.step(step)
      life.end()
    })
    // Each script is months long. A shorter one is seldom clearer, and finding it takes minutes.
    fc.assert(property, { numRuns: 6, endOnFailure: true })
  }, 120_000)
})
