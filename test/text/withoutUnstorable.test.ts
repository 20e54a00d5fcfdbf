import { assert, it } from "@effect/vitest"
import { withoutUnstorable } from "../../core/text/withoutUnstorable.ts"

it("what neither PostgreSQL nor a log takes becomes a blank each, and all else stays", () => {
  assert.strictEqual(withoutUnstorable("a\0b\u001b\u0085c\ud834d\uffff\ufffe"), "a b  c d  ")
  assert.strictEqual(withoutUnstorable("Ñandú 𝄞 «€» \u00a0\ufffd"), "Ñandú 𝄞 «€» \u00a0\ufffd")
})
