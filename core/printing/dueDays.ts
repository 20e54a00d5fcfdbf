import { addDays, type CivilDate } from "../calendar/civilDate.ts"
import { parseTerms } from "../calendar/paymentTerms.ts"
import type { Invoice } from "../invoices/Invoice.ts"

/**
 * All due days of a document, first to last. If its due date follows from `plazos`, they are those of `plazos`; otherwise there
 * is only the due date, if any.
 */
export const dueDays = (
  { dias_vencimiento, fecha_emision, fecha_vencimiento, plazos }:
    Pick<Invoice, "dias_vencimiento" | "fecha_emision" | "fecha_vencimiento" | "plazos">,
): ReadonlyArray<CivilDate> => {
  if (fecha_vencimiento === null) return []
  const terms = dias_vencimiento === null ? undefined : parseTerms(plazos ?? "")
  if (terms === undefined || Math.min(...terms) !== dias_vencimiento) return [fecha_vencimiento]
  return [...new Set(terms)].sort((one, other) => one - other).map((days) => addDays(fecha_emision, days))
}

/** The agreed terms, if they are words from which no due day can be computed ("a 60 días fin de mes"); else null. */
export const termsInWords = ({ plazos }: Pick<Invoice, "plazos">): string | null =>
  plazos === null || plazos.trim() === "" || parseTerms(plazos) !== undefined ? null : plazos
