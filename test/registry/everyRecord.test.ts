import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { verifyChain } from "../../core/registry/chain.ts"
import { aeatErrors } from "./aeatValidations.ts"
import { schemaFolder } from "./aeatSchemas.ts"
import { anyStory, booksAfter } from "./anyCompany.ts"
import { schemaFaults } from "./schemaFaults.ts"

const today = "2026-03-02"

describe("every record that we make", () => {
  it("is one that the tax authority accepts", () => {
    const kinds = new Set<unknown>()
    const qualifications = new Set<string>()
    fc.assert(fc.property(anyStory, (story) => {
      const { records } = booksAfter(story)
      for (const { campos, tipo } of records) {
        assert.deepStrictEqual(aeatErrors(campos, tipo, today, { nif: "B12345674" }), [])
        kinds.add(campos["TipoFactura"] ?? tipo)
        for (const [found] of JSON.stringify(campos).matchAll(/"Impuesto":"\d\d","ClaveRegimen":"\d\d","\w+":"\w\d"/g)) {
          qualifications.add(found)
        }
      }
      assert.isUndefined(verifyChain(() => records))
    }), { numRuns: 1500 })
    assert.includeMembers([...kinds], ["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5", "anulacion"])
    // Of the twenty that the rules know; the rarest may be missing by chance.
    assert.isAtLeast(qualifications.size, 17)
  })

  it.skipIf(schemaFolder === undefined)("is valid by the official schema", async () => {
    const records = fc.sample(anyStory, 150).flatMap((story) => booksAfter(story).records.map(({ campos }) => campos))
    assert.isAbove(records.length, 100)
    assert.deepStrictEqual((await schemaFaults(records)).flat(), [])
  })
})
