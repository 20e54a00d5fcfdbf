import type { Invoice } from "../invoices/Invoice.ts"
import { type Cents, cents } from "../money/cents.ts"
import type { Decimal6 } from "../money/decimal.ts"
import type { RateTotals } from "../tax/totals.ts"

/** The figures of a record: always EUR, whatever the invoice's currency (RD 1007/2023 art. 10.2). */
export interface RecordFigures {
  readonly rates: ReadonlyArray<RateTotals>
  /** Taxes and surcharges. */
  readonly CuotaTotal: Cents
  /** Bases, taxes and surcharges: without withholding and disbursements (decisions, section 5). */
  readonly ImporteTotal: Cents
}

/** A record holds amounts of 12 integer digits (AEAT schema, ImporteSgn12.2Type). */
const limit = 1e14

/**
 * Converts the stored breakdown part by part, so that the totals are the exact sums of what the record shows.
 * Undefined when an amount in EUR has more digits than a record holds.
 */
export const recordFigures = ({ rates, tipo_cambio }: Pick<Invoice, "rates" | "tipo_cambio">): RecordFigures | undefined => {
  const converted: Array<RateTotals> = []
  let taxes = 0
  let bases = 0
  for (const rate of rates) {
    const base = inEuros(rate.base, tipo_cambio)
    const cuota = inEuros(rate.cuota, tipo_cambio)
    const recargo = inEuros(rate.cuota_recargo, tipo_cambio)
    bases += base
    taxes += cuota + recargo
    if ([base, cuota, recargo, bases, taxes, bases + taxes].some((amount) => Math.abs(amount) >= limit)) return undefined
    converted.push({ ...rate, base: cents(base), cuota: cents(cuota), cuota_recargo: cents(recargo) })
  }
  return { rates: converted, CuotaTotal: cents(taxes), ImporteTotal: cents(bases + taxes) }
}

const one = 1_000_000

/** Half away from zero; exact as far as a record reaches. */
const inEuros = (amount: Cents, exchange: Decimal6): number => {
  if (exchange === one) return amount
  const product = BigInt(amount) * BigInt(exchange)
  return Number((product + (product < 0n ? -500_000n : 500_000n)) / 1_000_000n)
}
