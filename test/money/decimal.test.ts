import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  boundedDecimal8,
  decimal6,
  decimal6FromNumber,
  decimal6FromText,
  decimal6Text,
  decimal6ToNumber,
  decimal8,
  decimal8FromNumber,
  decimal8FromText,
  decimal8Text,
  decimal8ToNumber,
} from "../../core/money/decimal.ts"
import { roundedText } from "./decimalOracle.ts"

const bound = 999_999_999.999999

const millionths = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
const hundredMillionths = fc.bigInt({ min: -99_999_999_999_999_900n, max: 99_999_999_999_999_900n })

/** Numbers of all the kinds that clients send: random, tiny, with few digits, at a rounding tie, computed. */
const sentNumber = fc.oneof(
  fc.double({ min: -bound, max: bound, noNaN: true }),
  fc.double({ min: -0.001, max: 0.001, noNaN: true }),
  fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 12 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`)),
  fc.tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 99_999_999 }))
    .map(([whole, fraction]) => Number(`${whole}.${String(fraction).padStart(8, "0")}5`)),
  fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }))
    .map(([dividend, divisor]) => dividend / divisor * 1.21),
)

describe("reading JSON numbers", () => {
  const six: ReadonlyArray<readonly [number, string]> = [
    [0, "0"],
    [-0, "0"],
    [1, "1"],
    [-12.5, "-12.5"],
    [1e-6, "0.000001"],
    [5e-7, "0.000001"],
    [-5e-7, "-0.000001"],
    [4.999999999e-7, "0"],
    [-1e-7, "0"],
    [5e-324, "0"],
    [0.1 + 0.2, "0.3"],
    [1.0000005, "1.000001"],
    [-1.0000005, "-1.000001"],
    [1.0000015, "1.000002"],
    [8.9999995, "9"],
    [1.00000049999, "1"],
    [123_456_789.123456, "123456789.123456"],
    [999_999_999.999999, "999999999.999999"],
    [-999_999_999.999999, "-999999999.999999"],
  ]
  for (const [number, text] of six) {
    it(`takes ${Object.is(number, -0) ? "-0" : number} to ${text} at six places`, () => {
      const decimal = decimal6FromNumber(number) ?? assert.fail("refused")
      assert.strictEqual(decimal6Text(decimal), text)
      assert.isFalse(Object.is(decimal, -0))
    })
  }

  const eight: ReadonlyArray<readonly [number, string]> = [
    [-0, "0"],
    [1e-7, "0.0000001"],
    [5e-9, "0.00000001"],
    [-5e-9, "-0.00000001"],
    [4.9e-9, "0"],
    [1.000000005, "1.00000001"],
    [19.99, "19.99"],
    [82.6446281, "82.6446281"],
    [123_456_789.12345679, "123456789.12345679"],
    [999_999_999.999999, "999999999.999999"],
  ]
  for (const [number, text] of eight) {
    it(`takes ${Object.is(number, -0) ? "-0" : number} to ${text} at eight places`, () => {
      assert.strictEqual(decimal8Text(decimal8FromNumber(number) ?? assert.fail("refused")), text)
    })
  }

  const beyond = [NaN, Infinity, -Infinity, 1e9, -1e9, 1.5e+21, 999_999_999.9999992, -999_999_999.9999992]
  for (const number of beyond) {
    it(`refuses ${number}`, () => {
      assert.isUndefined(decimal6FromNumber(number))
      assert.isUndefined(decimal8FromNumber(number))
    })
  }

  it("rounds the shortest decimal form, as one would by hand", () => {
    fc.assert(fc.property(sentNumber, (number) => {
      assert.strictEqual(decimal6Text(decimal6FromNumber(number) ?? assert.fail()), roundedText(number, 6))
      assert.strictEqual(decimal8Text(decimal8FromNumber(number) ?? assert.fail()), roundedText(number, 8))
    }), { numRuns: 20_000 })
  })
})

describe("writing JSON numbers", () => {
  it("prints a decimal of six places as itself, and reads it back", () => {
    fc.assert(fc.property(millionths, (units) => {
      const decimal = decimal6(units)
      const number = decimal6ToNumber(decimal)
      assert.strictEqual(number, Number(decimal6Text(decimal)))
      assert.strictEqual(roundedText(number, 6), decimal6Text(decimal))
      assert.strictEqual(decimal6FromNumber(number), decimal)
    }), { numRuns: 5_000 })
  })

  it("prints a price of up to 15 digits as itself, and reads it back", () => {
    fc.assert(fc.property(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), (units) => {
      const price = decimal8(units)
      assert.strictEqual(roundedText(decimal8ToNumber(price), 8), decimal8Text(price))
      assert.strictEqual(decimal8FromNumber(decimal8ToNumber(price)), price)
    }), { numRuns: 5_000 })
  })

  it("gives the double nearest to any price", () => {
    fc.assert(fc.property(hundredMillionths, (units) => {
      assert.strictEqual(decimal8ToNumber(decimal8(units)), Number(`${units}e-8`))
    }), { numRuns: 5_000 })
  })

  it("never gives -0", () => {
    assert.isTrue(Object.is(decimal6ToNumber(decimal6(-0)), 0))
    assert.isTrue(Object.is(decimal8ToNumber(decimal8(-0n)), 0))
  })
})

describe("stored text", () => {
  it("reads back as it was", () => {
    fc.assert(fc.property(millionths, hundredMillionths, (six, eight) => {
      assert.strictEqual(decimal6FromText(decimal6Text(decimal6(six))), six)
      assert.strictEqual(decimal8FromText(decimal8Text(decimal8(eight))), eight)
    }), { numRuns: 5_000 })
  })

  it("has the fewest digits", () => {
    assert.deepStrictEqual(
      [1_234_500_000, -250_000, 0, 1, -1, 21_000_000].map((units) => decimal6Text(decimal6(units))),
      ["1234.5", "-0.25", "0", "0.000001", "-0.000001", "21"],
    )
    assert.deepStrictEqual(
      [123_450_000_000n, -25_000_000n, 0n, 1n, -1n, 100_000_000n]
        .map((units) => decimal8Text(decimal8(units))),
      ["1234.5", "-0.25", "0", "0.00000001", "-0.00000001", "1"],
    )
  })

  it("may end in zeros", () => {
    assert.strictEqual(decimal6FromText("12.500000"), 12_500_000)
    assert.strictEqual(decimal8FromText("-12.50000000"), -1_250_000_000n)
    assert.isTrue(Object.is(decimal6FromText("-0"), 0))
  })

  it("is refused in any other form", () => {
    const malformed = ["", "-", ".5", "5.", "+1", "--1", "1e3", " 1", "1 ", "01", "1,5", "1.2.3", "NaN"]
    for (const text of [...malformed, "1000000000"]) {
      assert.throws(() => decimal6FromText(text), RangeError, `no decimal of six places: ${text}`)
      assert.throws(() => decimal8FromText(text), RangeError, `no decimal of eight places: ${text}`)
    }
    assert.throws(() => decimal6FromText("1.0000001"), RangeError)
    assert.throws(() => decimal8FromText("1.000000001"), RangeError)
    assert.throws(() => decimal8FromText("999999999.99999991"), RangeError)
  })
})

describe("constructors", () => {
  it("throw on anything but a decimal and show it, since that is a bug of the caller", () => {
    for (const units of [0.5, NaN, Infinity, 2 ** 53, 1e15, -1e15]) {
      assert.throws(() => decimal6(units), RangeError, String(units))
    }
    for (const units of [99_999_999_999_999_901n, -99_999_999_999_999_901n]) {
      assert.throws(() => decimal8(units), RangeError, String(units))
    }
  })
})

it("a price beyond the bound may be taken to be the bound, on its own side of zero", () => {
  const most = decimal8FromText("999999999.999999")
  assert.deepEqual([most, most + 1n, 10n ** 30n].map(boundedDecimal8), [most, most, most])
  assert.deepEqual([-most, -most - 1n, -(10n ** 30n)].map(boundedDecimal8), [-most, -most, -most])
  assert.deepEqual([0n, 1n, -1n].map(boundedDecimal8), [0n, 1n, -1n])
})

it("a text of a whole number needs no point", () => {
  assert.deepEqual(["0", "21", "-999999999"].map((text) => decimal6FromText(text)), [0, 21_000_000, -999_999_999_000_000])
  assert.deepEqual(["0", "21", "-999999999"].map((text) => decimal8FromText(text)), [0n, 2_100_000_000n, -99_999_999_900_000_000n])
})
