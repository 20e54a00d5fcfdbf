import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { plantedFaults } from "./faults/all.ts"
import { keptHistories } from "./keptHistories.ts"
import { planted, withPlanted } from "./plant.ts"

/** Only two of many kinds; `npm run simulate:faults` tries them all. */
const quick = new Set(["half to even", "removed row still there"])

describe("a planted fault", () => {
  for (const fault of plantedFaults.filter(({ name }) => quick.has(name))) {
    it(`is found: ${fault.name}`, async () => {
      const kept = keptHistories().find(({ name }) => name === fault.name) ?? assert.fail("no history is kept")
      await withPlanted(fault, async ({ find, simulate }) => {
        const { found, steps } = await simulate(1, fault.within)
        assert.isDefined(found, `not within ${steps} steps`)
        assert.isDefined(find(kept.history), "not by the history that is kept of it")
      })
    }, 60_000)
  }

  it("still applies to the sources, each of them", () => {
    const lost = plantedFaults.filter((fault) => Either.isLeft(Either.try(() => planted(fault))))
    assert.deepStrictEqual(lost.map(({ name }) => name), [])
  })
})
