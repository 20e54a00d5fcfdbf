import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { drawHistory } from "./drawHistory.ts"
import { History } from "./History.ts"
import { keptHistories } from "./keptHistories.ts"
import { Life } from "./Life.ts"
import { findingText, historyText } from "./report.ts"
import { smallest } from "./shrink.ts"
import { simulate } from "./simulate.ts"

const historyIn = Schema.decodeUnknownSync(Schema.parseJson(History))

describe("the simulator", () => {
  it("finds nothing wrong in some random lives of the system", async () => {
    const seed = Math.floor(Math.random() * 1_000_000)
    const { found } = await simulate(seed, 1_500, 300)
    if (found !== undefined) assert.fail(`npm run simulate -- --seed ${found.seed}\n${findingText(found.history)}`)
  }, 60_000)

  for (const { history, name } of keptHistories()) {
    it(`finds nothing any more in a kept history: ${name}`, () => {
      if (new Life(history).live() !== undefined) assert.fail(findingText(history))
    })
  }

  it("plays a history the same way each time, even one from a file", () => {
    const history = drawHistory(3, 120)
    const lived = (again: typeof history) => {
      const life = new Life(again)
      life.live()
      return life.log.map(({ answer, call: { ask } }) => `${ask.method} ${ask.path} ${answer?.status} ${answer?.text}`)
    }
    const first = lived(history)
    assert.isAbove(first.length, 30)
    assert.deepStrictEqual(lived(historyIn(historyText(history))), first)
  })

  it("shrinks a list to exactly what a failure needs", () => {
    const subset = fc.tuple(
      fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 60 }),
      fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }),
    )
    fc.assert(fc.property(subset, ([items, chosen]) => {
      const needed = new Set(chosen.map((place) => items[place % items.length]))
      const fails = (some: ReadonlyArray<number>) => [...needed].every((one) => one !== undefined && some.includes(one))
      assert.deepStrictEqual(smallest(items, fails), items.filter((item) => needed.has(item)))
    }), { numRuns: 200 })
  })
})
