import { type Cents, cents } from "../money/cents.ts"
import type { Decimal6 } from "../money/decimal.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { RateTotals } from "../tax/totals.ts"

/** The figures of a record: always EUR, whatever the invoice's currency (RD 1007/2023 art. 10.2). */
export interface RecordFigures {
  readonly rates: ReadonlyArray<RateTotals>
  /** Taxes and surcharges. */
  readonly CuotaTotal: Cents
  /** Bases, taxes and surcharges: without withholding and disbursements (decisions, section 5). */
  readonly ImporteTotal: Cents
}

/** Converts the stored breakdown part by part, so that the totals are the exact sums of what the record shows. */
export const recordFigures = ({ rates, tipo_cambio }: Pick<Invoice, "rates" | "tipo_cambio">): RecordFigures => {
  const inEuros = tipo_cambio === 1_000_000 ? rates : rates.map((rate) => rateInEuros(rate, tipo_cambio))
  let taxes = 0
  let bases = 0
  for (const { base, cuota, cuota_recargo } of inEuros) {
    bases += base
    taxes += cuota + cuota_recargo
  }
  return { rates: inEuros, CuotaTotal: cents(taxes), ImporteTotal: cents(bases + taxes) }
}

const rateInEuros = (rate: RateTotals, exchange: Decimal6): RateTotals => ({
  ...rate,
  base: toEuros(rate.base, exchange),
  cuota: toEuros(rate.cuota, exchange),
  cuota_recargo: toEuros(rate.cuota_recargo, exchange),
})

/** Half away from zero. */
const toEuros = (amount: Cents, exchange: Decimal6): Cents => {
  const product = BigInt(amount) * BigInt(exchange)
  const half = product < 0n ? -500_000n : 500_000n
  return cents(Number((product + half) / 1_000_000n))
}
