import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { cents, centsFromNumber, centsText, centsToNumber } from "../../core/money/cents.ts"
import { roundedText } from "./decimalOracle.ts"

const amount = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })

describe("cents", () => {
  it("throws on anything but a whole number and shows it, since that is a bug of the caller", () => {
    for (const amount of [0.5, 2 ** 53, -(2 ** 53), NaN, Infinity]) {
      assert.throws(() => cents(amount), RangeError, String(amount))
    }
    assert.strictEqual(cents(Number.MIN_SAFE_INTEGER), Number.MIN_SAFE_INTEGER)
  })
})

describe("centsFromNumber", () => {
  it("reads amounts with two decimals at most", () => {
    assert.deepStrictEqual<unknown>(
      [0, -0, 1, 0.01, -0.01, 2066.12, 8.29, 999_999_999_999.99, -999_999_999_999.99].map(centsFromNumber),
      [0, 0, 100, 1, -1, 206_612, 829, 99_999_999_999_999, -99_999_999_999_999],
    )
  })

  it("refuses a third decimal, 13 integer digits and anything but a number", () => {
    for (const value of [0.001, 1.005, 0.1 + 0.2, 1e-7, 1e12, -1e12, 1.5e+21, NaN, Infinity, -Infinity]) {
      assert.isUndefined(centsFromNumber(value), String(value))
    }
  })

  it("accepts a number exactly when its shortest form has two decimals at most", () => {
    const sent = fc.oneof(
      fc.double({ min: -1e12, max: 1e12, minExcluded: true, maxExcluded: true, noNaN: true }),
      fc.tuple(fc.integer(), fc.integer({ min: 0, max: 4 }))
        .map(([digits, places]) => Number(`${digits}e-${places}`)),
      amount.map((units) => Number(`${units}e-2`)),
    )
    fc.assert(fc.property(sent, (value) => {
      const rounded = roundedText(value, 2)
      const read = centsFromNumber(value)
      assert.strictEqual(read === undefined, Number(rounded) !== value)
      if (read !== undefined) assert.strictEqual(Number(centsText(read)), Number(rounded))
    }), { numRuns: 10_000 })
  })
})

describe("centsToNumber", () => {
  it("gives a JSON number that prints with two decimals at most and reads back", () => {
    fc.assert(fc.property(amount, (units) => {
      const number = centsToNumber(cents(units))
      assert.match(JSON.stringify(number), /^-?\d+(\.\d{1,2})?$/)
      assert.strictEqual(centsFromNumber(number), units)
    }), { numRuns: 5_000 })
    assert.isTrue(Object.is(centsToNumber(cents(-0)), 0))
  })
})

describe("centsText", () => {
  it("always has two decimals", () => {
    assert.deepStrictEqual(
      [0, 5, -5, 12, 100, -1205, 123_456, 99_999_999_999_999].map((units) => centsText(cents(units))),
      ["0.00", "0.05", "-0.05", "0.12", "1.00", "-12.05", "1234.56", "999999999999.99"],
    )
  })
})
