import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Schema } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { drawHistory } from "./drawHistory.ts"
import { KeptHistory } from "./History.ts"
import { Life } from "./Life.ts"
import { findingText, historyText } from "./report.ts"
import { smallest } from "./shrink.ts"
import { simulate } from "./simulate.ts"

const histories = new URL("histories/", import.meta.url)
const keptIn = Schema.decodeUnknownSync(Schema.parseJson(KeptHistory))

describe("the simulator", () => {
  it("finds nothing wrong in some lives of the system", () => {
    const seed = Math.floor(Math.random() * 1_000_000)
    const { found } = simulate(seed, 1_500, 300)
    if (found !== undefined) assert.fail(`npm run simulate -- --seed ${found.seed}\n${findingText(found.history)}`)
  }, 60_000)

  for (const file of readdirSync(histories).filter((name) => name.endsWith(".json"))) {
    const { history, name } = keptIn(readFileSync(new URL(file, histories), "utf8"))
    it(`finds nothing wrong any more: ${name}`, () => {
      const found = new Life(history).live()
      if (found !== undefined) assert.fail(findingText(history))
    })
  }

  it("lives a history the same way each time, also one that comes from a file", () => {
    const history = drawHistory(3, 120)
    const lived = (again: typeof history) => {
      const life = new Life(again)
      life.live()
      return life.log.map(({ answer, call: { ask } }) => `${ask.method} ${ask.path} ${answer?.status} ${answer?.text}`)
    }
    const first = lived(history)
    assert.isAbove(first.length, 30)
    const text = `{ "name": "x", "found": "y", "history": ${historyText(history)} }`
    assert.deepStrictEqual(lived(keptIn(text).history), first)
  })

  it("leaves out whatever a failure does not need", () => {
    const subset = fc.tuple(fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 60 }), fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }))
    fc.assert(fc.property(subset, ([items, chosen]) => {
      const needed = new Set(chosen.map((place) => items[place % items.length]))
      const fails = (some: ReadonlyArray<number>) => [...needed].every((one) => one !== undefined && some.includes(one))
      assert.deepStrictEqual(smallest(items, fails), items.filter((item) => needed.has(item)))
    }), { numRuns: 200 })
  })
})
