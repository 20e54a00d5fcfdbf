import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { decimal6, type Decimal8, decimal8, decimal8FromText, decimal8Text } from "../../core/money/decimal.ts"
import { grossPrice } from "../../core/tax/grossPrice.ts"

const withTax = (price: string, percent: number): string | undefined => {
  const gross = grossPrice(decimal8FromText(price), decimal6(Math.round(percent * 1e6)))
  return gross === undefined ? undefined : decimal8Text(gross)
}

describe("grossPrice", () => {
  it("adds the tax exactly, rounded half away from zero at eight decimals", () => {
    assert.strictEqual(withTax("10", 21), "12.1")
    assert.strictEqual(withTax("19.99", 21), "24.1879")
    assert.strictEqual(withTax("0.00000001", 50), "0.00000002")
    assert.strictEqual(withTax("0.00000001", 49.999999), "0.00000001")
    assert.strictEqual(withTax("5", 0), "5")
  })

  it("does not exist beyond the limit of prices", () => {
    assert.strictEqual(withTax("999999999.999999", 0), "999999999.999999")
    assert.isUndefined(withTax("999999999.999999", 0.000001))
  })

  it("differs from the exact price by half a unit of the eighth decimal at most", () => {
    const prices: fc.Arbitrary<Decimal8> = fc.bigInt({ min: 0n, max: 50_000_000_000_000_000n }).map(decimal8)
    fc.assert(fc.property(prices, fc.integer({ min: 0, max: 99_000_000 }), (price, rate) => {
      const gross = grossPrice(price, decimal6(rate)) ?? assert.fail("in range")
      const off = gross * 100_000_000n - price * BigInt(100_000_000 + rate)
      assert.isTrue(2n * off <= 100_000_000n && 2n * off > -100_000_000n)
    }), { numRuns: 5000 })
  })
})
