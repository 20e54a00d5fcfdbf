import type { CivilDate } from "../calendar/civilDate.ts"
import type { TaxedCompany } from "../tax/qualification.ts"
import { rateHolds } from "../tax/rates.ts"
import type { Invoice } from "./Invoice.ts"
import { invoicesCorrectedBy } from "./InvoiceCorrections.ts"

/**
 * FechaOperacion, where the rates of the invoice do not all hold on the day of its issue: the last earlier day of what it
 * corrects, or of that one's operation, on which they did. AEAT takes none after the day of issue (error 1146).
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
