import { Either } from "effect"
import { type Cents, cents, exceedsAmounts } from "../money/cents.ts"
import { type Decimal6, type Decimal8, decimal6 } from "../money/decimal.ts"
import { percentOf } from "../money/percent.ts"
import { baseOf, sharedBase } from "./inclusivePrices.ts"
import { lineAmount, type PricedLine } from "./lineAmount.ts"
import type { Region } from "./regions.ts"
import { surchargeRate } from "./surcharge.ts"
import { netUnitPrice } from "./unitPrice.ts"

/** What applies to the whole document. */
export interface TotalsTerms {
  readonly region: Region
  /** Whether the surcharge applies (in the Canary Islands, the retail regime). */
  readonly recargo_equivalencia: boolean
  /** Withholding: whole percent of the base, 0 to 100. */
  readonly irpf: number
  /** Disbursements, added to the total untaxed. */
  readonly suplidos: Cents
}

/** The sums of the lines of one tax rate. */
export interface RateTotals {
  readonly tipo_iva: Decimal6
  readonly base: Cents
  readonly cuota: Cents
  /** Percent; 0 without surcharge. */
  readonly tipo_recargo: Decimal6
  readonly cuota_recargo: Cents
}

/** The amounts of such totals alone. */
export type LineAmounts = Pick<RateTotals, "base" | "cuota" | "cuota_recargo">

/** Every figure of a document. Computed once and stored; JSON, PDF and registry all read the stored figures. */
export interface Totals {
  /** The base of each line. */
  readonly lineBases: ReadonlyArray<Cents>
  /** The unit price without tax of each line; where prices are exclusive, the given one. */
  readonly unitPrices: ReadonlyArray<Decimal8>
  /** By rate, in the order in which the lines first name it. */
  readonly rates: ReadonlyArray<RateTotals>
  readonly base_imponible: Cents
  readonly cuota_iva: Cents
  readonly cuota_recargo: Cents
  /** Withheld; already subtracted from the total. */
  readonly cuota_irpf: Cents
  readonly suplidos: Cents
  readonly total: Cents
}

/**
 * Why a document has no totals. `rate_without_surcharge`: the surcharge applies and the rate of the line
 * (counted from 0) has no pair. `out_of_range`: an amount, or a sum on the way to one, has more than 12
 * integer digits. `disbursements_out_of_range`: the total has, but only with the disbursements.
 */
export type TotalsProblem =
  | { readonly kind: "rate_without_surcharge"; readonly line: number }
  | { readonly kind: "out_of_range" | "disbursements_out_of_range" }

/**
 * Totals of lines whose prices are without tax (decisions, "Totals"). Each line's base is rounded, then the
 * tax once per rate, half away from zero.
 */
export const exclusiveTotals = (
  lines: ReadonlyArray<PricedLine>,
  terms: TotalsTerms,
): Either.Either<Totals, ReadonlyArray<TotalsProblem>> =>
  Either.flatMap(tallied(lines, terms), ({ amounts, tallies }) => {
    const rates = tallies.map((tally) => {
      const base = cents(tally.sum)
      return rateTotals(tally, base, percentOf(base, tally.tipo_iva))
    })
    return summedUp(rates, amounts, lines.map((line) => line.precio), terms)
  })

/**
 * Totals of lines whose prices include tax (decisions, "Totals"). The gross of each rate is kept to the
 * cent: the base is derived from it and shared over the lines, and the tax is the rest. The surcharge comes
 * on top.
 */
export const inclusiveTotals = (
  lines: ReadonlyArray<PricedLine>,
  terms: TotalsTerms,
): Either.Either<Totals, ReadonlyArray<TotalsProblem>> =>
  Either.flatMap(tallied(lines, terms), ({ amounts, tallies }) => {
    const lineBases = [...amounts]
    const unitPrices = lines.map((line) => line.precio)
    const rates = tallies.map((tally) => {
      const gross = cents(tally.sum)
      const base = baseOf(gross, tally.tipo_iva)
      for (const share of sharedBase(base, tally.tipo_iva, tally.lines)) {
        const { line, position } = share.line
        lineBases[position] = share.base
        unitPrices[position] = netUnitPrice(share.base, line)
      }
      return rateTotals(tally, base, cents(gross - base))
    })
    return summedUp(rates, lineBases, unitPrices, terms)
  })

const outOfRange: TotalsProblem = { kind: "out_of_range" }

const noSurcharge = decimal6(0)

/** The lines of one rate and the sum of their amounts. */
interface Tally {
  readonly tipo_iva: Decimal6
  readonly tipo_recargo: Decimal6
  /** False when the surcharge applies and the rate has no pair. */
  readonly hasPair: boolean
  readonly lines: Array<{ readonly position: number; readonly line: PricedLine; readonly amount: Cents }>
  sum: number
}

const tallyOf = (tallies: Array<Tally>, tipo_iva: Decimal6, terms: TotalsTerms): Tally => {
  for (const tally of tallies) if (tally.tipo_iva === tipo_iva) return tally
  const pair = terms.recargo_equivalencia ? surchargeRate(terms.region, tipo_iva) : noSurcharge
  const hasPair = pair !== undefined
  const tally = { tipo_iva, tipo_recargo: pair ?? noSurcharge, hasPair, lines: [], sum: 0 }
  tallies.push(tally)
  return tally
}

/** The amount of each line, and the lines of each rate. */
interface Tallied {
  readonly amounts: ReadonlyArray<Cents>
  readonly tallies: ReadonlyArray<Tally>
}

const tallied = (
  lines: ReadonlyArray<PricedLine>,
  terms: TotalsTerms,
): Either.Either<Tallied, ReadonlyArray<TotalsProblem>> => {
  const amounts: Array<Cents> = []
  const tallies: Array<Tally> = []
  const problems: Array<TotalsProblem> = []
  let position = 0
  let inRange = true
  for (const line of lines) {
    const tally = tallyOf(tallies, line.tipo_iva, terms)
    if (!tally.hasPair) problems.push({ kind: "rate_without_surcharge", line: position })
    const exact = lineAmount(line)
    tally.sum += exact
    if (exceedsAmounts(exact) || exceedsAmounts(tally.sum)) inRange = false
    else {
      const amount = cents(exact)
      amounts.push(amount)
      tally.lines.push({ position, line, amount })
    }
    position += 1
  }
  if (!inRange) problems.push(outOfRange)
  return problems.length > 0 ? Either.left(problems) : Either.right({ amounts, tallies })
}

const rateTotals = ({ tipo_iva, tipo_recargo }: Tally, base: Cents, cuota: Cents): RateTotals =>
  ({ tipo_iva, base, cuota, tipo_recargo, cuota_recargo: percentOf(base, tipo_recargo) })

/** The document's sums over its rates. */
const summedUp = (
  rates: ReadonlyArray<RateTotals>,
  lineBases: ReadonlyArray<Cents>,
  unitPrices: ReadonlyArray<Decimal8>,
  terms: TotalsTerms,
): Either.Either<Totals, ReadonlyArray<TotalsProblem>> => {
  let base = 0
  let iva = 0
  let recargo = 0
  for (const rate of rates) {
    base += rate.base
    iva += rate.cuota
    recargo += rate.cuota_recargo
    if (exceedsAmounts(base) || exceedsAmounts(iva) || exceedsAmounts(recargo)) return Either.left([outOfRange])
  }
  const base_imponible = cents(base)
  const cuota_irpf = percentOf(base_imponible, decimal6(terms.irpf * 1_000_000))
  const invoiced = base + iva + recargo
  const total = invoiced - cuota_irpf + terms.suplidos
  if (exceedsAmounts(invoiced)) return Either.left([outOfRange])
  if (exceedsAmounts(total)) {
    return Either.left([exceedsAmounts(invoiced - cuota_irpf) ? outOfRange : { kind: "disbursements_out_of_range" }])
  }
  return Either.right({
    lineBases,
    unitPrices,
    rates,
    base_imponible,
    cuota_iva: cents(iva),
    cuota_recargo: cents(recargo),
    cuota_irpf,
    suplidos: terms.suplidos,
    total: cents(total),
  })
}
