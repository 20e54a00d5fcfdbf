import { assert, describe, it } from "@effect/vitest"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { recordFigures } from "../../core/registry/euros.ts"

const figures = (base: number, cuota: number, recargo: number, exchange: number) =>
  recordFigures({
    rates: [{
      tipo_iva: decimal6(21_000_000),
      base: cents(base),
      cuota: cents(cuota),
      tipo_recargo: decimal6(5_200_000),
      cuota_recargo: cents(recargo),
    }],
    tipo_cambio: decimal6(exchange),
  }) ?? assert.fail("beyond the bounds")

describe("the figures of a record in EUR", () => {
  it("are rounded half away from zero, with either sign", () => {
    const inEuros = (amount: number, exchange: number) => figures(amount, 0, 0, exchange).rates[0]?.base
    const rounded: ReadonlyArray<readonly [amount: number, exchange: number, euros: number]> = [
      [1, 500_000, 1],
      [-1, 500_000, -1],
      [1, 499_999, 0],
      [-1, 499_999, 0],
      [5, 500_000, 3],
      [-5, 500_000, -3],
      [3, 1_166_666, 3],
      [-3, 1_166_666, -3],
      [3, 1_166_667, 4],
      [-3, 1_166_667, -4],
      [7, 1_000_000, 7],
      [99_999_999_999_999, 999_999, 99_999_899_999_999],
    ]
    for (const [amount, exchange, euros] of rounded) {
      assert.strictEqual(inEuros(amount, exchange), euros, `${amount} at ${exchange}`)
    }
  })

  it("are converted part by part, and the totals are their sums", () => {
    const { CuotaTotal, ImporteTotal, rates } = figures(1001, 211, 53, 500_000)
    assert.deepInclude(rates[0], { base: cents(501), cuota: cents(106), cuota_recargo: cents(27) })
    assert.deepStrictEqual([CuotaTotal, ImporteTotal], [cents(133), cents(634)])
  })
})
