import { Either } from "effect"
import { cents } from "../../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../../core/money/decimal.ts"
import { exclusiveTotals, inclusiveTotals } from "../../../core/tax/totals.ts"
import type { Work } from "./sideBySide.ts"

/** Ten lines with everyday prices and two tax rates, one of them with a discount. */
const invoice = (seed: number) =>
  Array.from({ length: 10 }, (_, i) => ({
    cantidad: decimal6(1_000_000 * (1 + (i % 3)) + (i % 2) * 500_000),
    precio: decimal8(BigInt(1_295 + 731 * i + 17 * seed) * 1_000_000n),
    descuento: decimal6(i === 4 ? 5_000_000 : 0),
    tipo_iva: decimal6(i % 4 === 3 ? 10_000_000 : 21_000_000),
  }))

const invoices = Array.from({ length: 200 }, (_, seed) => invoice(seed))

const settings = { region: "peninsula", recargo_equivalencia: false, irpf: 15, suplidos: cents(0) } as const

/** Computes the totals of all invoices; their sum keeps the work from being optimised away. */
const overInvoices = (name: string, totalsOf: typeof exclusiveTotals): Work => ({
  name,
  once: () => {
    let sum = 0
    for (const lines of invoices) sum += Either.getOrThrow(totalsOf(lines, settings)).total
    if (sum === 0) throw new Error("invoices of nothing")
    return invoices.length
  },
})

/** Computing the totals of an invoice. */
export const totalsWorks: ReadonlyArray<Work> = [
  overInvoices("totals of 10 lines, prices without tax", exclusiveTotals),
  overInvoices("totals of 10 lines, prices with tax", inclusiveTotals),
]
