import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { isKeyText, keyFingerprint, type KeyMode, keyText } from "../../core/access/keyText.ts"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe("access keys", () => {
  it("are a prefix and 43 characters that hold all 32 bytes", () => {
    fc.assert(fc.property(fc.constantFrom<KeyMode>("live", "test"), secret, (mode, bytes) => {
      const text = keyText(mode, bytes)
      assert.isTrue(text.startsWith(`svc_${mode}_`))
      let number = 0n
      for (const digit of text.slice(9)) number = number * 62n + BigInt(alphabet.indexOf(digit))
      assert.strictEqual(number.toString(16).padStart(64, "0"), Buffer.from(bytes).toString("hex"))
      assert.isTrue(isKeyText(text))
    }))
  })

  it("have the same length from the smallest value to the largest", () => {
    assert.strictEqual(keyText("live", new Uint8Array(32)), `svc_live_${"0".repeat(43)}`)
    assert.strictEqual(keyText("test", new Uint8Array(32).fill(0xff)).length, "svc_test_".length + 43)
    assert.throws(() => keyText("live", new Uint8Array(31)), RangeError)
  })

  it("are recognised by their form", () => {
    const body = "a".repeat(43)
    const wrong = ["", `svc_prod_${body}`, `SVC_LIVE_${body}`, `svc_live_${body}a`,
      `svc_live_${body.slice(1)}`, `svc_live_${body.slice(1)}-`, ` svc_live_${body}`, `svc_live_${body}\n`]
    for (const text of wrong) assert.isFalse(isKeyText(text), text)
  })

  it("are stored as SHA-256 in hex", () => {
    const text = keyText("live", new Uint8Array(32).fill(7))
    assert.strictEqual(keyFingerprint(text), createHash("sha256").update(text).digest("hex"))
  })
})
