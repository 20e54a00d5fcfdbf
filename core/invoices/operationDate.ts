import type { CivilDate } from "../calendar/civilDate.ts"
import type { TaxedCompany } from "../tax/qualification.ts"
import { rateHolds } from "../tax/rates.ts"
import type { Invoice } from "./Invoice.ts"
import { invoicesCorrectedBy } from "./InvoiceCorrections.ts"

/**
 * The day of the operation (AEAT, FechaOperacion), which an invoice states only when not all of its tax rates are in force on
 * its day of issue. It is then the last day on which all were, out of the days of the invoices that it corrects and of their
 * operations. AEAT accepts no day after that of the issue (error 1146). Null if the invoice need not or cannot state one.
 */
export const operationDate = (
  invoice: Invoice,
  { region_fiscal }: Pick<TaxedCompany, "region_fiscal">,
): CivilDate | null => {
  const { fecha_emision, lineas } = invoice
  const allHold = (on: CivilDate) => lineas.every(({ tipo_iva }) => rateHolds(region_fiscal, tipo_iva, on))
  if (allHold(fecha_emision)) return null
  const days = invoicesCorrectedBy(invoice).flatMap(({ fecha, operacion }) => (operacion === null ? [fecha] : [operacion, fecha]))
  return days.filter((on) => on < fecha_emision).toSorted().findLast(allHold) ?? null
}
