import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { percentOf } from "../../core/money/percent.ts"
import { roundedBigQuotient } from "../../core/money/rounding.ts"

it("percentOf rounds half away from zero", () => {
  assert.strictEqual(percentOf(cents(1_219_548), decimal6(21_000_000)), 256_105)
  assert.strictEqual(percentOf(cents(50), decimal6(1_000_000)), 1)
  assert.strictEqual(percentOf(cents(-50), decimal6(1_000_000)), -1)
  assert.strictEqual(percentOf(cents(49), decimal6(1_000_000)), 0)
  assert.isTrue(Object.is(percentOf(cents(-49), decimal6(0)), 0))
})

it("percentOf is exact for every amount and every percentage of six decimals", () => {
  const amount = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })
  const percent = fc.oneof(
    fc.integer({ min: 0, max: 100_000_000 }),
    fc.integer({ min: 0, max: 100 }).map((points) => points * 1_000_000),
  )
  fc.assert(fc.property(amount, percent, (units, millionths) => {
    const exact = roundedBigQuotient(BigInt(units) * BigInt(millionths), 100_000_000n)
    assert.strictEqual(BigInt(percentOf(cents(units), decimal6(millionths))), exact)
  }), { numRuns: 5_000 })
})
