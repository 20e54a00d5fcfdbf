import { orNull } from "../fields/fieldSchemas.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { defaultSeriesOf } from "../numbering/series.ts"

/** The series of a draft, and whether it is only the default, which changes with the kind of document. */
export type DraftSeries = Pick<Invoice, "serie" | "serie_por_defecto">

/** The series that was sent, else the default one for this kind of document (decisions, section 2). */
export const draftSeries = (
  sent: string | null | undefined,
  kind: Pick<Invoice, "tipo" | "tipo_documento" | "contacto_id">,
): DraftSeries => {
  const serie = orNull(sent)
  return serie === null ? { serie: usualSeries(kind), serie_por_defecto: true } : { serie, serie_por_defecto: false }
}

/** The default series for this kind of document (decisions, section 2). */
export const usualSeries = ({ contacto_id, tipo, tipo_documento }: Pick<Invoice, "tipo" | "tipo_documento" | "contacto_id">): string =>
  defaultSeriesOf({ tipo_documento, tipo, hasRecipient: contacto_id !== null })
