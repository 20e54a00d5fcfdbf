import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { verifyChain } from "../../core/registry/chain.ts"
import { schemaFolder } from "./aeatSchemas.ts"
import { aeatErrors } from "./aeatValidations.ts"
import { anyStory, booksAfter } from "./anyCompany.ts"
import { recordSchemaFaults } from "./recordSchemaFaults.ts"

const today = "2026-03-02"

describe("every record we make", () => {
  it("is accepted by the tax authority", () => {
    fc.assert(fc.property(anyStory, (story) => {
      const { records } = booksAfter(story)
      for (const { campos, tipo } of records) {
        assert.deepStrictEqual(aeatErrors(campos, tipo, today, { nif: "B12345674" }), [])
      }
      assert.isUndefined(verifyChain(() => records))
    }), { numRuns: 400 })
  })

  it("is of every kind and qualification that the rules know, over many stories", () => {
    // From a fixed seed: whether each kind occurs must not be left to chance.
    const records = fc.sample(anyStory, { seed: 20261120, numRuns: 1500 }).flatMap((story) => booksAfter(story).records)
    const kinds = new Set(records.map(({ campos, tipo }) => campos["TipoFactura"] ?? tipo))
    assert.includeMembers([...kinds], ["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5", "anulacion"])
    const qualified = /"Impuesto":"\d\d","ClaveRegimen":"\d\d","\w+":"\w\d"/g
    const found = new Set(records.flatMap(({ campos }) => JSON.stringify(campos).match(qualified) ?? []))
    assert.strictEqual(found.size, 20)
  })

  it.skipIf(schemaFolder === undefined)("is valid by the official schema", async () => {
    const records = fc.sample(anyStory, 150).flatMap((story) => booksAfter(story).records.map(({ campos }) => campos))
    assert.isAbove(records.length, 100)
    assert.deepStrictEqual((await recordSchemaFaults(records)).flat(), [])
  })
})
