import { assert, it } from "@effect/vitest"
import { oneLine } from "../../core/text/oneLine.ts"

it("a text on one line has single spaces between its words, and none around them", () => {
  assert.strictEqual(oneLine("\t Ana \r\n\n López\u0085de\u2028Haro\u00a0 "), "Ana López de Haro")
  assert.strictEqual(oneLine(" \n "), "")
})
