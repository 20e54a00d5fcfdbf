import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { cutText } from "../../core/text/cutText.ts"
import { anyCharacter } from "../support/anyCharacter.ts"

it("a text that is cut keeps as much of its beginning as fits, in whole characters", () => {
  assert.strictEqual(cutText("𝄞𝄞a", 3), "𝄞")
  assert.strictEqual(cutText("𝄞𝄞a", 4), "𝄞𝄞")
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), fc.nat(12), (text, most) => {
    const cut = cutText(text, most)
    assert.isTrue(text.startsWith(cut))
    assert.notMatch(cut, /\p{Surrogate}/u)
    assert.isTrue(cut === text || cut.length === most || cut.length === most - 1)
  }))
})
