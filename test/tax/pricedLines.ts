import * as fc from "fast-check"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal6FromText, decimal8, decimal8FromText } from "../../core/money/decimal.ts"
import type { PricedLine } from "../../core/tax/lineAmount.ts"
import { regions } from "../../core/tax/regions.ts"
import type { TotalsTerms } from "../../core/tax/totals.ts"

/** A line in readable texts: quantity, price, rate, discount. */
export const line = (cantidad: string, precio: string, tipo_iva: string, descuento = "0"): PricedLine => ({
  cantidad: decimal6FromText(cantidad),
  precio: decimal8FromText(precio),
  tipo_iva: decimal6FromText(tipo_iva),
  descuento: decimal6FromText(descuento),
})

/** The mainland, without surcharge, withholding or disbursements. */
export const plainTerms: TotalsTerms = {
  region: "peninsula",
  recargo_equivalencia: false,
  irpf: 0,
  suplidos: cents(0),
}

const million = 1_000_000
const percent = fc.integer({ min: 0, max: 100 }).map((points) => decimal6(points * million))
const anyPercent = fc.integer({ min: 0, max: 100 * million }).map(decimal6)

/** Rates in actual use, so that lines share them and most have a surcharge. */
const usualRate = fc.constantFrom("0", "4", "7.5", "10", "21").map(decimal6FromText)

/** What shops invoice: few decimals, and sometimes a return. */
const everydayLine: fc.Arbitrary<PricedLine> = fc.record({
  cantidad: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: -3, max: 60 }).map((units) => decimal6(units * million)) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 50_000 }).map((units) => decimal6(units * 1_000)) },
  ),
  precio: fc.oneof(
    fc.bigInt({ min: 0n, max: 200_000n }).map((units) => decimal8(units * 1_000_000n)),
    fc.bigInt({ min: -10_000n, max: 5_000_000n }).map((units) => decimal8(units * 10_000n)),
  ),
  descuento: fc.oneof(fc.constant(decimal6(0)), percent),
  tipo_iva: usualRate,
})

/** Any line that a client can send. */
const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  cantidad: fc.oneof(
    fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
    fc.integer({ min: -5 * million, max: 5 * million }),
    fc.constantFrom(0, 1, -1, 999_999_999_999_999),
  ).map(decimal6),
  precio: fc.oneof(
    fc.bigInt({ min: -99_999_999_999_999_900n, max: 99_999_999_999_999_900n }),
    fc.bigInt({ min: -500_000_000n, max: 500_000_000n }),
    fc.constantFrom(0n, 1n, -1n, 99_999_999_999_999_900n),
  ).map(decimal8),
  descuento: fc.oneof(percent, anyPercent, fc.constantFrom(0, 1, 99_999_999, 100 * million).map(decimal6)),
  tipo_iva: fc.oneof({ weight: 3, arbitrary: usualRate }, { weight: 1, arbitrary: anyPercent }),
})

/** Decimals in every property, but amounts far from the limits. */
export const oddLine: fc.Arbitrary<PricedLine> = fc.record({
  cantidad: fc.integer({ min: -50 * million, max: 50 * million }).map(decimal6),
  precio: fc.bigInt({ min: -50_000_000_000n, max: 50_000_000_000n }).map(decimal8),
  descuento: fc.oneof(fc.constant(decimal6(0)), anyPercent),
  tipo_iva: fc.oneof({ weight: 3, arbitrary: usualRate }, { weight: 1, arbitrary: anyPercent }),
})

/** The x below 10^9 with factor × x = 1 modulo 10^9, for a factor prime to 10 (by Euler, its power φ − 1). */
const inverse = (factor: bigint): bigint => {
  let result = 1n
  let square = factor
  for (let power = 399_999_999n; power > 0n; power /= 2n) {
    if (power % 2n === 1n) result = (result * square) % 1_000_000_000n
    square = (square * square) % 1_000_000_000n
  }
  return result
}

/**
 * Amounts at exactly half a cent, or off it by the least that thousandths of a piece at eight decimals can be. Their
 * products are beyond the safe integers, where a double would round to the wrong side.
 */
const borderLine: fc.Arbitrary<PricedLine> = fc
  .tuple(
    fc.integer({ min: 100_000, max: 999_999 }).map((tens) => tens * 10 + 1),
    fc.bigInt({ min: 1n, max: 50n }),
    fc.constantFrom(-2n, -1n, 0n, 1n, 2n),
    fc.constantFrom(1, -1),
  )
  .map(([thousandths, billions, off, sign]) => {
    const rest = (inverse(BigInt(thousandths)) * (500_000_000n + off)) % 1_000_000_000n
    return {
      cantidad: decimal6(sign * thousandths * 1_000),
      precio: decimal8(billions * 1_000_000_000n + rest),
      descuento: decimal6(0),
      tipo_iva: decimal6(21 * million),
    }
  })

/** Documents whose figures stay within the limits. */
export const usualLines: fc.Arbitrary<ReadonlyArray<PricedLine>> = fc.oneof(
  fc.array(everydayLine, { maxLength: 12 }),
  fc.array(fc.oneof(everydayLine, oddLine, borderLine), { maxLength: 12 }),
)

/** Documents of any lines, whose figures may exceed the limits. */
export const anyLines: fc.Arbitrary<ReadonlyArray<PricedLine>> = fc.oneof(
  usualLines,
  fc.array(fc.oneof(everydayLine, oddLine, anyLine), { maxLength: 8 }),
)

/** Terms of any company and document. */
export const anyTerms: fc.Arbitrary<TotalsTerms> = fc.record({
  region: fc.constantFrom(...regions),
  recargo_equivalencia: fc.boolean(),
  irpf: fc.oneof(fc.constantFrom(0, 7, 15, 19), fc.integer({ min: 0, max: 100 })),
  suplidos: fc.oneof(
    fc.constant(0),
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }),
  ).map(cents),
})

/** The same line with the opposite sign, as in a rectification. */
export const negated = (priced: PricedLine): PricedLine =>
  ({ ...priced, cantidad: decimal6(-priced.cantidad) })
