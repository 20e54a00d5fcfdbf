import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { decimal6, decimal8, decimal8Text } from "../../core/money/decimal.ts"
import type { PricedLine } from "../../core/tax/lineAmount.ts"
import { exclusiveTotals, inclusiveTotals, type Totals } from "../../core/tax/totals.ts"
import { anyLines, anyTerms, negated, oddLine, plainTerms, usualLines } from "./pricedLines.ts"
import { expectedTotals } from "./totalsOracle.ts"

const totalsOf = (result: Either.Either<Totals, unknown>): Totals =>
  Either.getOrThrowWith(result, (problems) => new Error(JSON.stringify(problems)))

const exclusive = (lines: ReadonlyArray<PricedLine>) => totalsOf(exclusiveTotals(lines, plainTerms))
const inclusive = (lines: ReadonlyArray<PricedLine>) => totalsOf(inclusiveTotals(lines, plainTerms))

/** The opposite amount. Adding 0 turns -0 into 0. */
const minus = (amount: number): number => -amount + 0

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

/** The sum of the amounts of a rate's lines. */
const sumOfRate = (lines: ReadonlyArray<PricedLine>, amounts: ReadonlyArray<number>, rate: number): number =>
  sum(amounts.filter((_, at) => lines[at]?.tipo_iva === rate))

/** The lines at the unit prices that inclusive totals keep. */
const kept = (lines: ReadonlyArray<PricedLine>, totals: Totals): ReadonlyArray<PricedLine> =>
  lines.map((priced, at) => ({ ...priced, precio: totals.unitPrices[at] ?? assert.fail("no price") }))

describe("compared with the slow oracle", () => {
  it("exclusive totals agree for anything that a client can send", () => {
    fc.assert(fc.property(anyLines, anyTerms, (lines, terms) => {
      const expected = expectedTotals(lines, terms, false)
      assert.deepStrictEqual<unknown>(Either.merge(exclusiveTotals(lines, terms)), expected)
    }), { numRuns: 4_000 })
  })

  it("inclusive totals agree for anything that a client can send", () => {
    fc.assert(fc.property(anyLines, anyTerms, (lines, terms) => {
      const expected = expectedTotals(lines, terms, true)
      assert.deepStrictEqual<unknown>(Either.merge(inclusiveTotals(lines, terms)), expected)
    }), { numRuns: 4_000 })
  })
})

describe("laws of both", () => {
  it("the figures of a document add up", () => {
    fc.assert(fc.property(usualLines, anyTerms, fc.boolean(), (lines, terms, included) => {
      const result = included ? inclusiveTotals(lines, terms) : exclusiveTotals(lines, terms)
      if (Either.isLeft(result)) return
      const { rates, ...totals } = result.right
      assert.strictEqual(sum(totals.lineBases), totals.base_imponible)
      for (const { base, tipo_iva } of rates) {
        assert.strictEqual(sumOfRate(lines, totals.lineBases, tipo_iva), base)
      }
      assert.strictEqual(sum(rates.map((rate) => rate.cuota)), totals.cuota_iva)
      assert.strictEqual(sum(rates.map((rate) => rate.cuota_recargo)), totals.cuota_recargo)
      assert.strictEqual(
        totals.base_imponible + totals.cuota_iva + totals.cuota_recargo - totals.cuota_irpf + totals.suplidos,
        totals.total,
      )
    }), { numRuns: 3_000 })
  })

  it("exclusive totals of negated quantities are the negated totals", () => {
    fc.assert(fc.property(usualLines, (lines) => {
      const totals = exclusive(lines)
      const back = exclusive(lines.map(negated))
      assert.deepStrictEqual<unknown>(back, {
        ...totals,
        lineBases: totals.lineBases.map(minus),
        rates: totals.rates.map((rate) => ({ ...rate, base: minus(rate.base), cuota: minus(rate.cuota) })),
        base_imponible: minus(totals.base_imponible),
        cuota_iva: minus(totals.cuota_iva),
        total: minus(totals.total),
      })
    }), { numRuns: 3_000 })
  })

  it("so are inclusive totals, except that among equal remainders other lines get the cents", () => {
    fc.assert(fc.property(usualLines, (lines) => {
      const totals = inclusive(lines)
      const back = inclusive(lines.map(negated))
      assert.deepStrictEqual<unknown>(
        back.rates,
        totals.rates.map((rate) => ({ ...rate, base: minus(rate.base), cuota: minus(rate.cuota) })),
      )
      assert.strictEqual(back.total, minus(totals.total))
      const gross = exclusive(lines).lineBases
      const remainders = lines.map(({ tipo_iva }, at) => {
        const divisor = 100_000_000n + BigInt(tipo_iva)
        const rest = (BigInt(gross[at] ?? 0) * 100_000_000n) % divisor
        return `${tipo_iva}: ${rest < 0n ? rest + divisor : rest}`
      })
      for (const [at, base] of totals.lineBases.entries()) {
        const isTied = remainders.filter((remainder) => remainder === remainders[at]).length > 1
        const difference = Math.abs(base + (back.lineBases[at] ?? NaN))
        assert.isTrue(difference === 0 || (isTied && difference === 1))
      }
    }), { numRuns: 3_000 })
  })
})

describe("laws of inclusive prices", () => {
  it("the gross amount never changes: base and tax of a rate make up the price of its lines", () => {
    fc.assert(fc.property(usualLines, (lines) => {
      const gross = exclusive(lines).lineBases
      const { rates } = inclusive(lines)
      for (const rate of rates) {
        assert.strictEqual(rate.base + rate.cuota, sumOfRate(lines, gross, rate.tipo_iva))
      }
    }), { numRuns: 3_000 })
  })

  it("no base is a whole cent off the line's own net amount", () => {
    fc.assert(fc.property(usualLines, (lines) => {
      const gross = exclusive(lines).lineBases
      for (const [at, base] of inclusive(lines).lineBases.entries()) {
        const divisor = 100_000_000n + BigInt(lines[at]?.tipo_iva ?? 0)
        const off = BigInt(base) * divisor - BigInt(gross[at] ?? 0) * 100_000_000n
        assert.isTrue(off < divisor && off > -divisor)
      }
    }), { numRuns: 3_000 })
  })

  it("the kept prices give the bases, up to a weight of a million to the cent", () => {
    const heavyLine = fc.tuple(oddLine, fc.integer({ min: -2_999_999, max: 2_999_999 }))
      .map(([priced, units]) => ({ ...priced, cantidad: decimal6(units * 1_000_000) }))
    fc.assert(fc.property(fc.oneof(usualLines, fc.array(heavyLine, { maxLength: 4 })), (lines) => {
      const totals = inclusive(lines)
      for (const [at, base] of exclusive(kept(lines, totals)).lineBases.entries()) {
        const { cantidad, descuento } = lines[at] ?? assert.fail()
        const isHeavy = Math.abs(cantidad / 1e6) * (1 - descuento / 1e8) > 1e6
        assert.isAtMost(Math.abs(base - (totals.lineBases[at] ?? NaN)), isHeavy ? 1 : 0)
      }
    }), { numRuns: 3_000 })
  })

  it("no price with fewer decimals would give the base", () => {
    fc.assert(fc.property(usualLines, (lines) => {
      const totals = inclusive(lines)
      for (const [at, price] of totals.unitPrices.entries()) {
        const priced = lines[at] ?? assert.fail()
        if (priced.cantidad === 0 || priced.descuento === 100_000_000) continue
        const places = decimal8Text(price).split(".")[1]?.length ?? 0
        if (places === 0) continue
        const step = 10n ** BigInt(9 - places)
        const below = (price / step) * step
        const candidates = [below - step, below, below + step]
        const bases = exclusive(candidates.map((units) => ({ ...priced, precio: decimal8(units) }))).lineBases
        assert.notInclude(bases, totals.lineBases[at])
      }
    }), { numRuns: 3_000 })
  })
})
