import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { hkdfSync } from "node:crypto"
import { deriveKey } from "../../core/signing/deriveKey.ts"

describe("derived keys", () => {
  it("are HKDF-SHA256 without salt", () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 32, maxLength: 80 }), fc.string(), (secret, purpose) => {
      const expected = Buffer.from(hkdfSync("sha256", secret, new Uint8Array(0), purpose, 32)).toString("hex")
      assert.strictEqual(Buffer.from(deriveKey(secret, purpose)).toString("hex"), expected)
    }))
  })

  it("differ by purpose", () => {
    const secret = new Uint8Array(32)
    assert.notDeepEqual(deriveKey(secret, "cursors"), deriveKey(secret, "certificates"))
  })

  it("are not made from a short secret", () => {
    assert.throws(() => deriveKey(new Uint8Array(31), "cursors"), RangeError)
  })
})
