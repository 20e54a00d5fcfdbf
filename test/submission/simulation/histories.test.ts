import { describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Life } from "./Life.ts"
import { script } from "./script.ts"

describe("records on their way to the tax authority", () => {
  it("are all settled, in order, none twice in vain, whatever befalls them", () => {
    fc.assert(
      fc.property(script, ({ steps, ...given }) => {
        const life = new Life(given)
        for (const step of steps) life.step(step)
        life.end()
      }),
      { numRuns: 100 },
    )
  }, 60_000)
})
