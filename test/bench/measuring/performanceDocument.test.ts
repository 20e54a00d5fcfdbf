import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { parts } from "../options.ts"
import { withFigures } from "./performanceDocument.ts"

describe("docs/performance.md", () => {
  const document = readFileSync(new URL("../../../docs/performance.md", import.meta.url), "utf8")

  it("has a place for the figures of each part, where new ones replace earlier ones", () => {
    for (const part of parts) {
      const once = withFigures(document, part, "1 x")
      assert.include(once, "\n```\n1 x\n```\n")
      assert.strictEqual(withFigures(withFigures(document, part, "2 x"), part, "1 x"), once)
    }
  })
})
