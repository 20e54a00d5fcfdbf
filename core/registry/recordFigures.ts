import { type Cents, cents, exceedsAmounts, greatestCents } from "../money/cents.ts"
import { convertedParts } from "../money/convertedParts.ts"
import { euroRate } from "../money/currency.ts"
import type { Decimal6 } from "../money/decimal.ts"
import type { LineAmounts } from "../tax/totals.ts"

/** The figures of a record: always EUR, whatever the invoice's currency (RD 1007/2023 art. 10.2). */
export interface RecordFigures<Line> {
  readonly lines: ReadonlyArray<Line>
  readonly base: Cents
  readonly cuota: Cents
  readonly cuota_recargo: Cents
  /** Taxes and surcharges. */
  readonly CuotaTotal: Cents
  /** Bases, taxes and surcharges: without withholding and disbursements (decisions, section 5). */
  readonly ImporteTotal: Cents
}

/**
 * Converts a breakdown to EUR, at `exchange` EUR for one unit of its currency. The total is converted as a whole, and the lines
 * are rounded so that they add up to it (`convertedParts`). Undefined if an amount has more than 12 integer digits (AEAT
 * schema, ImporteSgn12.2Type).
 */
export const recordFigures = <Line extends LineAmounts>(
  lines: ReadonlyArray<Line>,
  exchange: Decimal6,
): RecordFigures<Line> | undefined => {
  const amounts = lines.flatMap(({ base, cuota, cuota_recargo }) => [base, cuota, cuota_recargo])
  // Such a sum may have been greater (`sumOfCents`).
  if (amounts.some((amount) => Math.abs(amount) === greatestCents)) return undefined
  const euros = exchange === euroRate ? amounts : convertedParts(amounts, exchange)
  if (euros === undefined) return undefined
  const inEuros = lines.map((line, i): Line => ({
    ...line,
    base: euros[3 * i] ?? line.base,
    cuota: euros[3 * i + 1] ?? line.cuota,
    cuota_recargo: euros[3 * i + 2] ?? line.cuota_recargo,
  }))
  const base = sumOf(inEuros, "base")
  const cuota = sumOf(inEuros, "cuota")
  const cuota_recargo = sumOf(inEuros, "cuota_recargo")
  const taxes = cuota + cuota_recargo
  if ([...euros, base, cuota, cuota_recargo, taxes, base + taxes].some(exceedsAmounts)) return undefined
  return {
    lines: inEuros,
    base: cents(base),
    cuota: cents(cuota),
    cuota_recargo: cents(cuota_recargo),
    CuotaTotal: cents(taxes),
    ImporteTotal: cents(base + taxes),
  }
}

const sumOf = (lines: ReadonlyArray<LineAmounts>, part: keyof LineAmounts): number =>
  lines.reduce((sum, line) => sum + line[part], 0)
