import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  flooredProportion,
  isMultiple,
  proportion,
  roundedBigQuotient,
  roundedQuotient,
} from "../../core/money/rounding.ts"

/** Rounds half away from zero by doubling the absolute value. */
const oracle = (dividend: bigint, divisor: bigint): bigint => {
  const size = dividend < 0n ? -dividend : dividend
  const down = size / divisor
  const up = (size - down * divisor) * 2n >= divisor ? down + 1n : down
  return dividend < 0n ? -up : up
}

const safe = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }))
const divisor = fc.oneof(
  fc.maxSafeNat().filter((n) => n > 0),
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 0, max: 15 }).map((power) => 10 ** power),
)

/** Quotients as close to a whole number or to a half as safe integers allow. */
const close = fc
  .tuple(divisor, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: -2, max: 2 }), fc.boolean())
  .map(([by, share, off, half]): readonly [number, number] => {
    const times = Math.floor(share * Math.floor((Number.MAX_SAFE_INTEGER - by) / by))
    return [Math.max(0, times * by + (half ? Math.floor(by / 2) : 0) + off), by]
  })

describe("roundedQuotient", () => {
  it("rounds halves away from zero", () => {
    assert.deepStrictEqual(
      [[5, 10], [-5, 10], [4, 10], [-4, 10], [15, 10], [25, 10], [-25, 10], [7, 1]]
        .map(([dividend = 0, by = 1]) => roundedQuotient(dividend, by) + 0),
      [1, -1, 0, 0, 2, 3, -3, 7],
    )
  })

  it("is exact for all safe integers", () => {
    fc.assert(fc.property(fc.oneof(close, fc.tuple(safe, divisor)), ([dividend, by]) => {
      for (const signed of [dividend, -dividend]) {
        assert.strictEqual(BigInt(roundedQuotient(signed, by)), oracle(BigInt(signed), BigInt(by)))
      }
    }), { numRuns: 20_000 })
  })

  it("accepts powers of ten beyond the safe integers", () => {
    assert.strictEqual(Math.abs(roundedQuotient(Number.MAX_SAFE_INTEGER, 1e20)), 0)
  })
})

it("roundedBigQuotient rounds halves away from zero", () => {
  const dividends = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
  const divisors = fc.bigInt({ min: 1n, max: 10n ** 22n })
  fc.assert(fc.property(dividends, divisors, (dividend, by) => {
    assert.strictEqual(roundedBigQuotient(dividend, by), oracle(dividend, by))
  }), { numRuns: 5_000 })
  assert.deepStrictEqual(
    [5n, -5n, 4n, -4n, 15n].map((dividend) => roundedBigQuotient(dividend, 10n)),
    [1n, -1n, 0n, 0n, 2n],
  )
})

it("isMultiple is exact for all safe integers", () => {
  fc.assert(fc.property(fc.oneof(close, fc.tuple(safe, divisor)), ([dividend, by]) => {
    assert.strictEqual(isMultiple(dividend, by), BigInt(dividend) % BigInt(by) === 0n)
  }), { numRuns: 20_000 })
})

describe("proportions", () => {
  const amount = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })
  const part = fc.oneof(fc.integer({ min: 0, max: 200_000_000 }), fc.integer({ min: 0, max: 10_000 }))
  const whole = fc.integer({ min: 1, max: 200_000_000 })

  it("proportion rounds amount × parts / whole", () => {
    fc.assert(fc.property(amount, part, whole, (units, parts, by) => {
      fc.pre(parts <= by)
      const expected = oracle(BigInt(units) * BigInt(parts), BigInt(by))
      assert.strictEqual(BigInt(proportion(units, parts, by)), expected)
    }), { numRuns: 10_000 })
  })

  it("flooredProportion splits the product into whole parts and a remainder of 0 or more", () => {
    fc.assert(fc.property(amount, part, whole, (units, parts, by) => {
      fc.pre(parts <= by)
      const { floor, remainder } = flooredProportion(units, parts, by)
      assert.strictEqual(BigInt(floor) * BigInt(by) + BigInt(remainder), BigInt(units) * BigInt(parts))
      assert.isTrue(remainder >= 0 && remainder < by)
    }), { numRuns: 10_000 })
  })
})
