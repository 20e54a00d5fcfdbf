import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { expenseAmounts } from "../../core/expenses/expenseAmounts.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { invalidField } from "../../core/refusals/refusal.ts"

const amounts = (base: number, percent: number) =>
  expenseAmounts({ base: cents(base), tipo_iva: decimal6(Math.round(percent * 1e6)) })

const amounting = (cuota_iva: number, total: number) =>
  Either.right({ cuota_iva: cents(cuota_iva), total: cents(total) })

const limit = 10n ** 14n

describe("the amounts of an expense", () => {
  it("are the tax on the base, rounded half away from zero, and their sum", () => {
    const figures: ReadonlyArray<readonly [base: number, percent: number, cuota: number, total: number]> = [
      [10_000, 21, 2_100, 12_100],
      [1_219_548, 21, 256_105, 1_475_653],
      [50, 1, 1, 51],
      [49, 1, 0, 49],
      [100, 0, 0, 100],
      [0, 21, 0, 0],
      [333, 0.5, 2, 335],
    ]
    for (const [base, percent, cuota, total] of figures) {
      assert.deepStrictEqual(amounts(base, percent), amounting(cuota, total))
    }
  })

  it("are negative in a supplier's credit note, and mirror those of the invoice", () => {
    assert.deepStrictEqual(amounts(-50, 1), amounting(-1, -51))
    assert.deepStrictEqual(amounts(-10_000, 21), amounting(-2_100, -12_100))
  })

  it("stay within 12 integer digits; beyond, the base is refused", () => {
    const refused = Either.left(invalidField("base", "el total no puede pasar de 12 cifras enteras"))
    assert.isTrue(Either.isRight(amounts(99_999_999_999_999, 0)))
    assert.isTrue(Either.isRight(amounts(-49_999_999_999_999, 100)))
    assert.deepStrictEqual(amounts(50_000_000_000_000, 100), refused)
    assert.deepStrictEqual(amounts(-99_999_999_999_999, 1), refused)
    assert.deepStrictEqual(amounts(Number.MAX_SAFE_INTEGER, 100), refused)
  })

  it("are exact for every base and every percentage", () => {
    const bases = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })
    fc.assert(fc.property(bases, fc.integer({ min: 0, max: 100_000_000 }), (base, millionths) => {
      const product = BigInt(base) * BigInt(millionths)
      const result = expenseAmounts({ base: cents(base), tipo_iva: decimal6(millionths) })
      if (Either.isRight(result)) {
        const { cuota_iva, total } = result.right
        assert.strictEqual(total, base + cuota_iva)
        // Twice the distance from the exact tax: one cent at most, and exactly half a cent rounds away from zero.
        const off = 2n * (BigInt(cuota_iva) * 100_000_000n - product) * (base < 0 ? -1n : 1n)
        assert.isTrue(off > -100_000_000n && off <= 100_000_000n)
      } else {
        const size = product < 0n ? -product : product
        const total = BigInt(Math.abs(base)) + (size + 50_000_000n) / 100_000_000n
        assert.isTrue(total >= limit)
      }
    }), { numRuns: 5_000 })
  })
})
