import { assert, it } from "@effect/vitest"
import { plainText } from "../../core/text/plainText.ts"

it("texts are compared without accents and case, composed or not", () => {
  assert.strictEqual(plainText("Ñandú ÇA VA Müller"), "nandu ca va muller")
  assert.strictEqual(plainText("N\u0303andu\u0301"), "nandu")
  assert.strictEqual(plainText("ΟΔΥΣΣΕΥΣ"), plainText("Οδυσσεύς"))
  assert.strictEqual(plainText("ς"), "σ")
  assert.isTrue(plainText("Οδυσσεύσας").includes(plainText("Οδυσσεύς")))
})
