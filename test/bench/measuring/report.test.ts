import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { parts } from "../options.ts"
import { slopeOf } from "../soak.ts"
import { withFigures } from "./performanceDocument.ts"

describe("docs/performance.md", () => {
  const document = readFileSync(new URL("../../../docs/performance.md", import.meta.url), "utf8")

  it("has a place for the figures of each part, where they stand in the place of earlier ones", () => {
    for (const part of parts) {
      const once = withFigures(document, part, "1 x")
      assert.include(once, "\n```\n1 x\n```\n")
      assert.strictEqual(withFigures(withFigures(document, part, "2 x"), part, "1 x"), once)
    }
  })
})

describe("slopeOf", () => {
  it("is what is added from one value to the next, whatever scatters around that", () => {
    assert.strictEqual(slopeOf([3, 5, 7, 9]), 2)
    assert.strictEqual(slopeOf([4, 4, 4]), 0)
    assert.strictEqual(slopeOf([1, 3, 1, 3, 1]), 0)
  })
})
