import type { Invoice } from "../invoices/Invoice.ts"
import { type Cents, sumOfCents, zeroCents } from "../money/cents.ts"
import { type Decimal6, decimal6 } from "../money/decimal.ts"
import type { Place } from "../tax/place.ts"
import { type Qualification, qualificationOf, type TaxedCompany } from "../tax/qualification.ts"

/** One line of a record's breakdown (AEAT, DetalleDesglose). Amounts in cents, in the currency of its source. */
export interface BreakdownLine extends Qualification {
  readonly tipo_iva: Decimal6
  readonly base: Cents
  readonly cuota: Cents
  readonly tipo_recargo: Decimal6
  readonly cuota_recargo: Cents
}

/** The most lines that the breakdown of a record may have (AEAT schema, DesgloseType). */
export const breakdownMax = 12

/**
 * The breakdown of an invoice: one line for each rate above zero and, at rate zero, one for each qualification, which is the
 * reason why nothing is charged. `place` is where the customer is; without a customer, the issuer's territory.
 */
export const breakdownOf = (
  { lineas, rates }: Pick<Invoice, "lineas" | "rates">,
  company: TaxedCompany,
  place: Place,
): ReadonlyArray<BreakdownLine> =>
  rates.flatMap((rate): ReadonlyArray<BreakdownLine> => {
    const lines = lineas.filter(({ tipo_iva }) => tipo_iva === rate.tipo_iva)
    if (rate.tipo_iva === 0) return untaxedLines(lines, company, place)
    // Goods and services of one rate share its tax amount, so they share a line. A mix counts as services: general regime.
    const clase = lines.every((line) => line.clase === "goods") ? "goods" : "service"
    const surcharged = rate.tipo_recargo !== 0
    return [Object.assign({}, rate, qualificationOf({ clase, taxed: true, surcharged, place }, company))]
  })

const untaxedLines = (lines: Invoice["lineas"], company: TaxedCompany, place: Place): ReadonlyArray<BreakdownLine> => {
  const found = new Map<string, { readonly qualification: Qualification; readonly bases: Array<Cents> }>()
  for (const { base, clase } of lines) {
    const qualification = qualificationOf({ clase, taxed: false, surcharged: false, place }, company)
    const name = `${qualification.regime} ${qualification.operation}`
    const same = found.get(name)
    if (same === undefined) found.set(name, { qualification, bases: [base] })
    else same.bases.push(base)
  }
  // Goods and services may be far greater than the sum of both, which alone is bounded.
  return Array.from(found.values(), ({ bases, qualification }) => ({ ...untaxed, ...qualification, base: sumOfCents(bases) }))
}

/** The amounts of a line at rate zero, besides its base. */
export const untaxed = { tipo_iva: decimal6(0), cuota: zeroCents, tipo_recargo: decimal6(0), cuota_recargo: zeroCents }
