import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { cents, centsToNumber } from "../../core/money/cents.ts"
import { decimal6ToNumber, decimal8Text } from "../../core/money/decimal.ts"
import type { PricedLine } from "../../core/tax/lineAmount.ts"
import { exclusiveTotals, inclusiveTotals, type Totals } from "../../core/tax/totals.ts"
import { line, plainTerms } from "./pricedLines.ts"

type Lines = ReadonlyArray<PricedLine>

const totalsOf = (result: Either.Either<Totals, unknown>): Totals =>
  Either.getOrThrowWith(result, (problems) => new Error(JSON.stringify(problems)))

const exclusive = (lines: Lines, terms = plainTerms) => totalsOf(exclusiveTotals(lines, terms))
const inclusive = (lines: Lines, terms = plainTerms) => totalsOf(inclusiveTotals(lines, terms))

/** A line of one piece. */
const one = (precio: string, tipo_iva: string) => line("1", precio, tipo_iva)

/** Base, tax and total as JSON numbers. */
const figures = (totals: Totals) => [totals.base_imponible, totals.cuota_iva, totals.total].map(centsToNumber)

const basesOf = (totals: Totals) => totals.lineBases.map(centsToNumber)
const pricesOf = (totals: Totals) => totals.unitPrices.map(decimal8Text)

describe("the cent cases of decisions.md", () => {
  const sales: ReadonlyArray<readonly [PricedLine, ReadonlyArray<number>]> = [
    [one("2500", "21"), [2066.12, 433.88, 2500]],
    [one("100", "21"), [82.64, 17.36, 100]],
    [one("353.90", "21"), [292.48, 61.42, 353.9]],
    [line("12", "125", "10"), [1363.64, 136.36, 1500]],
  ]
  for (const [sale, expected] of sales) {
    it(`${expected[2]} at ${decimal6ToNumber(sale.tipo_iva)} % with tax included`, () => {
      assert.deepStrictEqual(figures(inclusive([sale])), expected)
    })
  }

  it("two lines of 6097.74 at 21 %: the tax is rounded once per rate", () => {
    const totals = exclusive([one("6097.74", "21"), one("6097.74", "21")])
    assert.deepStrictEqual(figures(totals), [12_195.48, 2561.05, 14_756.53])
  })
})

describe("exclusive prices", () => {
  it("round each line half away from zero", () => {
    const lines = ["0.005", "-0.005", "0.0149", "0.015", "-0.015"].map((price) => one(price, "21"))
    assert.deepStrictEqual(basesOf(exclusive(lines)), [0.01, -0.01, 0.01, 0.02, -0.02])
  })

  it("take the discount off before rounding", () => {
    const totals = exclusive([line("3", "19.99", "21", "33.333333"), line("0.333", "0.9", "4", "100")])
    assert.deepStrictEqual(basesOf(totals), [39.98, 0])
  })

  it("count to the last of a price's 17 digits", () => {
    // A millionth of a piece at 999 994 999.99999999 is 999.99499…; as a double the price is 999 995 000.
    assert.deepStrictEqual(basesOf(exclusive([line("0.000001", "999994999.99999999", "0")])), [999.99])
    assert.deepStrictEqual(basesOf(exclusive([line("0.000001", "999995000", "0")])), [1000])
  })

  it("list the rates in the order of the lines", () => {
    const totals = exclusive([one("10", "10"), one("20", "21"), line("2", "5", "10"), one("7", "0")])
    assert.deepStrictEqual<unknown>(totals.rates, [
      { tipo_iva: 10_000_000, base: 2000, cuota: 200, tipo_recargo: 0, cuota_recargo: 0 },
      { tipo_iva: 21_000_000, base: 2000, cuota: 420, tipo_recargo: 0, cuota_recargo: 0 },
      { tipo_iva: 0, base: 700, cuota: 0, tipo_recargo: 0, cuota_recargo: 0 },
    ])
    assert.deepStrictEqual(figures(totals), [47, 6.2, 53.2])
  })

  it("keep the prices as given", () => {
    assert.deepStrictEqual(pricesOf(exclusive([one("0.12345678", "21")])), ["0.12345678"])
  })

  it("subtract the withholding, add surcharge and disbursements", () => {
    const terms = { ...plainTerms, recargo_equivalencia: true, irpf: 15, suplidos: cents(1234) }
    const { rates, ...totals } = exclusive([one("100", "21"), one("50.50", "10"), one("9.99", "4")], terms)
    const perRate = rates.map((rate) => [rate.tipo_recargo, rate.cuota, rate.cuota_recargo])
    assert.deepStrictEqual<unknown>(perRate, [
      [5_200_000, 2100, 520],
      [1_400_000, 505, 71],
      [500_000, 40, 5],
    ])
    assert.deepInclude<object>(totals, {
      base_imponible: 16_049,
      cuota_iva: 2645,
      cuota_recargo: 596,
      cuota_irpf: 2407,
      suplidos: 1234,
      total: 16_049 + 2645 + 596 - 2407 + 1234,
    })
  })

  it("use a tenth of the rate for the retail regime of the Canary Islands", () => {
    const terms = { ...plainTerms, region: "canarias" as const, recargo_equivalencia: true }
    assert.deepStrictEqual<unknown>(exclusive([one("1000", "9.5")], terms).rates, [
      { tipo_iva: 9_500_000, base: 100_000, cuota: 9500, tipo_recargo: 950_000, cuota_recargo: 950 },
    ])
  })
})

describe("inclusive prices", () => {
  it("give the missing cents to the largest remainders", () => {
    // Exact nets 8.2645, 16.5289 and 0.8264, together 25.6198, so 25.62; rounded down they make 25.60.
    const totals = inclusive([one("10", "21"), one("20", "21"), one("1", "21")])
    assert.deepStrictEqual(basesOf(totals), [8.26, 16.53, 0.83])
    assert.deepStrictEqual(figures(totals), [25.62, 5.38, 31])
  })

  it("give them to the earlier line among equal remainders", () => {
    const totals = inclusive([one("100", "21"), one("100", "21"), one("100", "21")])
    assert.deepStrictEqual(basesOf(totals), [82.65, 82.64, 82.64])
    assert.deepStrictEqual(pricesOf(totals), ["82.65", "82.64", "82.64"])
    assert.deepStrictEqual(figures(totals), [247.93, 52.07, 300])
  })

  it("round a negative net amount down, away from zero, before the cents are distributed", () => {
    const totals = inclusive([one("-100", "21"), one("-100", "21"), one("-100", "21")])
    assert.deepStrictEqual(basesOf(totals), [-82.64, -82.64, -82.65])
    assert.deepStrictEqual(figures(totals), [-247.93, -52.07, -300])
  })

  it("share out the cents of each rate separately, in the order of the lines", () => {
    const totals = inclusive([one("1.21", "21"), one("1.10", "10"), line("2", "1.21", "21"), one("5", "0")])
    assert.deepStrictEqual(basesOf(totals), [1, 1, 2, 5])
    const perRate = totals.rates.map((rate) => [rate.base, rate.cuota])
    assert.deepStrictEqual<unknown>(perRate, [[300, 63], [100, 10], [500, 0]])
  })

  it("keep the unit price with the fewest decimals that gives the base", () => {
    const price = (sale: PricedLine) => pricesOf(inclusive([sale]))[0]
    assert.strictEqual(price(one("121", "21")), "100")
    assert.strictEqual(price(one("100", "21")), "82.64")
    assert.strictEqual(price(line("12", "125", "10")), "113.637")
    assert.strictEqual(price(line("-12", "125", "10")), "113.637")
    assert.strictEqual(price(line("0.001", "100", "21")), "80") // base 0.08, which 75 and 84 give as well
    assert.strictEqual(price(line("3", "10", "21", "50")), "8.267") // base 12.40 for 1.5 pieces
    assert.strictEqual(price(one("0.001", "21")), "0") // its gross amount is nothing, and so is its base
    assert.strictEqual(price(line("1000000", "1.21", "21")), "1")
    assert.strictEqual(price(line("1000000", "1", "21")), "0.82644628")
  })

  it("keep the nearer of two prices that doubles could not tell apart", () => {
    // 181 390 590.23 / (0.49661 × 0.88880901) is 410 951 760.23499998, just short of the middle.
    const totals = inclusive([line("0.49661", "410951760.23", "0", "11.119099")])
    assert.deepStrictEqual(pricesOf(totals), ["410951760.23"])
  })

  it("keep the base and the nearest price with eight decimals if none gives the base", () => {
    const totals = inclusive([line("2500000", "0.01", "21")])
    assert.deepStrictEqual(basesOf(totals), [20_661.16])
    assert.deepStrictEqual(pricesOf(totals), ["0.00826446"]) // 20 661.15
  })

  it("keep the greatest possible price if the price would exceed it", () => {
    const price = (sale: PricedLine) => pricesOf(inclusive([sale]))[0]
    const bound = "999999999.999999"
    assert.strictEqual(price(line("0.000001", "999999999.99", "0")), bound) // base 1000.00
    assert.strictEqual(price(one(bound, "0")), bound) // base 1 000 000 000.00
    assert.strictEqual(price(line("-0.000001", `-${bound}`, "0")), `-${bound}`)
  })

  it("keep the untaxed price of a line whose price does not affect its amount", () => {
    const totals = inclusive([line("0", "100", "21"), line("5", "100", "21", "100"), line("0", "-1", "10")])
    assert.deepStrictEqual(basesOf(totals), [0, 0, 0])
    assert.deepStrictEqual(pricesOf(totals), ["82.6446281", "82.6446281", "-0.90909091"])
  })

  it("put the surcharge on top of the price", () => {
    const totals = inclusive([one("121", "21")], { ...plainTerms, recargo_equivalencia: true })
    const expected = { base_imponible: 10_000, cuota_iva: 2100, cuota_recargo: 520, total: 12_620 }
    assert.deepInclude<object>(totals, expected)
  })
})

describe("refusals", () => {
  const outOfRange = { kind: "out_of_range" }
  const withSurcharge = { ...plainTerms, recargo_equivalencia: true }
  const thousand = (precio: string, tipo_iva = "0") => line("1000", precio, tipo_iva)

  for (const [name, compute] of [["exclusive", exclusiveTotals], ["inclusive", inclusiveTotals]] as const) {
    const problems = (lines: Lines, terms = plainTerms): unknown =>
      Either.getOrThrow(Either.flip(compute(lines, terms)))

    it(`${name}: every line whose rate has no surcharge is named`, () => {
      const lines = ["21", "7", "10", "7.5", "7"].map((rate) => one("1", rate))
      assert.deepStrictEqual(problems(lines, withSurcharge), [
        { kind: "rate_without_surcharge", line: 1 },
        { kind: "rate_without_surcharge", line: 3 },
        { kind: "rate_without_surcharge", line: 4 },
      ])
      assert.isTrue(Either.isRight(compute(lines, plainTerms)))
    })

    it(`${name}: IPSI has no surcharge`, () => {
      const terms = { ...withSurcharge, region: "ceuta" as const }
      assert.deepStrictEqual(problems([one("1", "0")], terms), [{ kind: "rate_without_surcharge", line: 0 }])
    })

    it(`${name}: a line of 13 integer digits`, () => {
      assert.isTrue(Either.isRight(compute([thousand("999999999.99")], plainTerms)))
      assert.deepStrictEqual(problems([line("-1001", "999999999.99", "0")]), [outOfRange])
      assert.deepStrictEqual(problems([thousand("-600000000"), line("1200", "999999999", "0")]), [outOfRange])
      assert.deepStrictEqual(problems([line("999999999.999999", "999999999.999999", "21")]), [outOfRange])
    })

    it(`${name}: a sum of 13 integer digits, for a rate, over rates, or on the way`, () => {
      const more = thousand("600000000")
      assert.deepStrictEqual(problems([more, more]), [outOfRange])
      assert.deepStrictEqual(problems([more, thousand("600000000", "4")]), [outOfRange])
      assert.deepStrictEqual(problems([more, more, thousand("-600000000")]), [outOfRange])
      const back = thousand("-600000000", "10")
      assert.deepStrictEqual(problems([more, thousand("600000000", "4"), back]), [outOfRange])
    })

    it(`${name}: disbursements that alone bring the total to 13 integer digits`, () => {
      const suplidos = cents(60_000_000_000_000)
      const more = thousand("600000000")
      assert.deepStrictEqual(problems([more], { ...plainTerms, suplidos }), [{ kind: "disbursements_out_of_range" }])
      assert.deepStrictEqual(problems([more, more], { ...plainTerms, suplidos }), [outOfRange])
    })

    it(`${name}: both kinds at once`, () => {
      assert.deepStrictEqual(problems([line("1000001", "1000000", "21"), one("1", "7")], withSurcharge), [
        { kind: "rate_without_surcharge", line: 1 },
        outOfRange,
      ])
    })
  }

  it("a total of 13 integer digits with a base of 12", () => {
    const result = exclusiveTotals([thousand("900000000", "21")], plainTerms)
    assert.deepStrictEqual<unknown>(Either.getOrThrow(Either.flip(result)), [outOfRange])
  })

  it("an invoice of 13 integer digits that the withholding would bring down to 12", () => {
    const result = exclusiveTotals([thousand("900000000", "21")], { ...plainTerms, irpf: 21 })
    assert.deepStrictEqual<unknown>(Either.getOrThrow(Either.flip(result)), [outOfRange])
  })
})

describe("nothing", () => {
  for (const [name, compute] of [["exclusive", exclusive], ["inclusive", inclusive]] as const) {
    it(`${name}: no lines, zero totals`, () => {
      assert.deepStrictEqual<unknown>(compute([], { ...plainTerms, irpf: 15 }), {
        lineBases: [],
        unitPrices: [],
        rates: [],
        base_imponible: 0,
        cuota_iva: 0,
        cuota_recargo: 0,
        cuota_irpf: 0,
        suplidos: 0,
        total: 0,
      })
    })

    it(`${name}: never -0`, () => {
      const lines = [line("-1", "0.001", "21"), one("-0.004", "0"), line("-3", "0", "10")]
      const totals = compute(lines, { ...plainTerms, irpf: 7 })
      const perRate = totals.rates.flatMap((rate) => [rate.base, rate.cuota, rate.cuota_recargo])
      const { base_imponible, cuota_iva, cuota_recargo, cuota_irpf, total } = totals
      const sums = [base_imponible, cuota_iva, cuota_recargo, cuota_irpf, total]
      for (const amount of [...totals.lineBases, ...perRate, ...sums]) assert.isTrue(Object.is(amount, 0))
    })
  }
})
