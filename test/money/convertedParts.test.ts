import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Cents, cents } from "../../core/money/cents.ts"
import { convertedParts } from "../../core/money/convertedParts.ts"
import { decimal6 } from "../../core/money/decimal.ts"

const converted = (amounts: ReadonlyArray<number>, exchange: number): ReadonlyArray<number> | undefined =>
  convertedParts(amounts.map(cents), decimal6(exchange))

const someCents: fc.Arbitrary<Cents> = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
).map(cents)

const someExchange = fc.oneof(fc.integer({ min: 1, max: 5_000_000 }), fc.integer({ min: 1, max: 1_000_000_000 })).map(decimal6)

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((one, other) => one + other, 0)

describe("amounts converted to another currency", () => {
  it("alone are rounded half away from zero, with either sign", () => {
    const rounded: ReadonlyArray<readonly [amount: number, exchange: number, result: number]> = [
      [1, 500_000, 1],
      [1, 499_999, 0],
      [5, 500_000, 3],
      [3, 1_166_666, 3],
      [3, 1_166_667, 4],
      [7, 1_000_000, 7],
      [99_999_999_999_999, 999_999, 99_999_899_999_999],
    ]
    for (const [amount, exchange, result] of rounded) {
      assert.deepStrictEqual(converted([amount], exchange), [result], `${amount} at ${exchange}`)
      assert.deepStrictEqual(converted([-amount], exchange), [result === 0 ? 0 : -result], `${-amount} at ${exchange}`)
    }
  })

  it("give the missing cents to the largest remainders, and among equal ones to the earlier", () => {
    assert.deepStrictEqual(converted([1, 1, 1], 400_000), [1, 0, 0])
    assert.deepStrictEqual(converted([1, 3, 1], 250_000), [0, 1, 0])
    assert.deepStrictEqual(converted([-1, -1, -1], 400_000), [-1, 0, 0])
    assert.deepStrictEqual(converted([0, -1, -1, -1], 400_000), [0, -1, 0, 0])
    assert.deepStrictEqual(converted([], 400_000), [])
    assert.deepStrictEqual(converted([0, 0], 400_000), [0, 0])
  })

  it("are refused beyond 12 integer digits", () => {
    assert.isUndefined(converted([50_000_000_000_000], 2_000_000))
    assert.isUndefined(converted([-50_000_000_000_000], 2_000_000))
    assert.isUndefined(converted([50_000_000_000_000, -50_000_000_000_000], 2_000_000))
    assert.isUndefined(converted([30_000_000_000_000, 30_000_000_000_000], 2_000_000))
    assert.deepStrictEqual(converted([49_999_999_999_999], 2_000_000), [99_999_999_999_998])
  })

  it("add up to the converted sum, are each less than a cent off, and never change sign", () => {
    fc.assert(fc.property(fc.array(someCents, { maxLength: 12 }), someExchange, (amounts, exchange) => {
      const parts = convertedParts(amounts, exchange)
      const [alone] = convertedParts([cents(sum(amounts))], exchange) ?? []
      fc.pre(parts !== undefined && alone !== undefined)
      assert.strictEqual(sum(parts), alone)
      parts.forEach((part, i) => {
        const exact = BigInt(amounts[i] ?? 0) * BigInt(exchange)
        const off = BigInt(part) * 1_000_000n - exact
        assert.isTrue(off > -1_000_000n && off < 1_000_000n)
        assert.isTrue(exact === 0n ? part === 0 : Math.sign(part) * (exact > 0n ? 1 : -1) >= 0)
      })
    }), { numRuns: 3000 })
  })

  it("of opposite sign are the mirror image", () => {
    fc.assert(fc.property(fc.array(someCents, { maxLength: 12 }), someExchange, (amounts, exchange) => {
      const opposites = convertedParts(amounts.map((amount) => cents(-amount)), exchange)
      assert.deepStrictEqual(opposites?.map((part) => cents(-part)), convertedParts(amounts, exchange))
    }), { numRuns: 3000 })
  })
})
