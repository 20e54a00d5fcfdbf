import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { equalBytes } from "../../core/signing/constantTime.ts"

describe("equal bytes", () => {
  it("agree with a plain comparison", () => {
    // Few values and short lengths, so that equal pairs occur.
    const bytes = fc.uint8Array({ max: 1, maxLength: 4 })
    fc.assert(fc.property(bytes, bytes, (a, b) => {
      assert.strictEqual(equalBytes(a, b), Buffer.from(a).equals(b))
    }), { numRuns: 1000 })
  })

  it("differ by a single bit, wherever it is", () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.nat(7), (bytes, place, bit) => {
      const other = bytes.map((byte, at) => (at === place % bytes.length ? byte ^ (1 << bit) : byte))
      assert.isFalse(equalBytes(bytes, other))
      assert.isTrue(equalBytes(bytes, bytes.slice()))
    }))
  })
})
