import { assert, describe, it } from "@effect/vitest"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal6Text, decimal8, decimal8Text } from "../../core/money/decimal.ts"
import { spanishAmount, spanishDecimal, spanishEuros, spanishMoney, spanishNumber } from "../../core/money/spanishFormat.ts"

describe("amounts for Spanish readers", () => {
  it("have a comma, two decimals and a dot between thousands, also with four digits", () => {
    assert.deepStrictEqual(
      [0, 5, -5, 99_999, 100_000, 123_456, -123_456, 12_345_678, -100_000_000, 99_999_999_999_999]
        .map((units) => spanishAmount(cents(units))),
      ["0,00", "0,05", "-0,05", "999,99", "1.000,00", "1.234,56", "-1.234,56", "123.456,78", "-1.000.000,00",
        "999.999.999.999,99"],
    )
  })

  it("carry their currency after a no-break space", () => {
    assert.strictEqual(spanishEuros(cents(123_456)), "1.234,56\u00a0€")
    assert.strictEqual(spanishMoney(cents(123_456), "EUR"), "1.234,56\u00a0€")
    assert.strictEqual(spanishMoney(cents(-123_456), "USD"), "-1.234,56\u00a0USD")
  })
})

it("quantities, prices and percentages keep the decimals they have", () => {
  assert.deepStrictEqual(
    [1_234_500_000, 21_000_000, 5_200_000, -250_000, 1, 1_000_000_000_000]
      .map((units) => spanishDecimal(decimal6Text(decimal6(units)))),
    ["1.234,5", "21", "5,2", "-0,25", "0,000001", "1.000.000"],
  )
  assert.strictEqual(spanishDecimal(decimal8Text(decimal8(123_456_712_345_678n))), "1.234.567,12345678")
})

it("numbers in reasons are written the Spanish way", () => {
  assert.deepEqual([0.01, 3000, 7.5, -1234567.25].map(spanishNumber), ["0,01", "3.000", "7,5", "-1.234.567,25"])
})
