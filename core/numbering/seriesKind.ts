import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { seriesId } from "./seriesCounter.ts"

/** The series that a document is in, or is to be in. */
export type SeriesPlace = Pick<Invoice, "organizationId" | "tipo_documento" | "serie">

/** The counter of a document's series. */
export const seriesKey = ({ organizationId, serie, tipo_documento }: SeriesPlace) =>
  key("series", organizationId, seriesId(tipo_documento, serie))

/**
 * Why a document cannot be in its series: rectifications have series of their own (RD 1619/2012 art. 6.1.a), and the
 * first issue in a series shows which it is. Until then nobody knows.
 */
export const seriesKindIssue = (view: View, place: SeriesPlace & Pick<Invoice, "tipo">): FieldIssue | undefined => {
  const { id, organizationId, table } = seriesKey(place)
  const counter = view.get(table, organizationId, id)
  return counter === undefined || counter.tipo === place.tipo
    ? undefined
    : { campo: "serie", motivo: "las facturas rectificativas llevan una serie propia" }
}
