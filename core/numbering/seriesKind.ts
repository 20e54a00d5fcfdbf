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
 * Why a document cannot be in its series; undefined if it can. Rectifications must be numbered in series of their own (RD
 * 1619/2012 art. 6.1.a). The first document that is issued in a series decides of which kind it is.
 */
export const seriesKindIssue = (view: View, place: SeriesPlace & Pick<Invoice, "tipo">): FieldIssue | undefined => {
  const { id, organizationId, table } = seriesKey(place)
  const counter = view.get(table, organizationId, id)
  return counter === undefined || counter.tipo === place.tipo
    ? undefined
    : { campo: "serie", motivo: "las facturas rectificativas llevan una serie propia" }
}
