import { Either } from "effect"
import type { KeyMode } from "../access/keyText.ts"
import { activityEntry, type ActivityKind } from "../activity/ActivityEntry.ts"
import type { Supply, View } from "../commit/Command.ts"
import type { TableRow } from "../commit/tables.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { nextNumber } from "../numbering/series.ts"
import { type SeriesCounter, seriesId } from "../numbering/seriesCounter.ts"
import { seriesKey } from "../numbering/seriesKind.ts"
import { type Conflict, conflict } from "../refusals/refusal.ts"

/** The counter of a document's series; a new one if this is the first document in it. */
export const counterOf = (invoice: Invoice, view: View): SeriesCounter =>
  view.get("series", invoice.organizationId, seriesKey(invoice).id) ?? unusedSeries(invoice)

const unusedSeries = (invoice: Invoice): SeriesCounter => ({
  organizationId: invoice.organizationId,
  id: seriesId(invoice.tipo_documento, invoice.serie),
  tipo_documento: invoice.tipo_documento,
  serie: invoice.serie,
  tipo: invoice.tipo,
  last: 0,
  holdsLive: false,
  holdsFull: false,
  holdsSimplified: false,
})

/** The number that the document takes. Refuses a number that the draft asks for and cannot have (`nextNumber`). */
export const numberOf = ({ numero_pedido, serie }: Invoice, counter: SeriesCounter): Either.Either<number, Conflict> =>
  Either.mapLeft(nextNumber(counter, numero_pedido), (codigo) =>
    conflict(codigo, `El número ${numero_pedido} no es el siguiente de la serie ${serie}, que es el ${counter.last + 1}.`))

/** The counter once the document is issued. */
export const counterAfter = (series: SeriesCounter, invoice: Invoice, modo: KeyMode): SeriesCounter => ({
  ...series,
  last: invoice.numero ?? series.last,
  holdsLive: series.holdsLive || modo === "live",
  holdsFull: series.holdsFull || invoice.recipient !== null,
  holdsSimplified: series.holdsSimplified || invoice.recipient === null,
})

/**
 * Warnings in the activity log about what is lawful but unwise, and so never refused (decisions, section 2): each invoice that
 * a test key issues in a series with live ones, and the first that mixes full and simplified invoices in one series.
 */
export const seriesWarnings = (
  series: SeriesCounter,
  invoice: Invoice,
  modo: KeyMode,
  supply: Supply,
): ReadonlyArray<TableRow<"activityEntry">> => {
  const found: Array<TableRow<"activityEntry">> = []
  if (invoice.tipo_documento !== "invoice") return found
  const { id: recurso_id, organizationId } = invoice
  const warn = (tipo: ActivityKind, mensaje: string) =>
    found.push(activityEntry(supply, { organizationId, tipo, mensaje, recurso: "factura", recurso_id }))
  const { serie } = series
  if (modo === "test" && series.holdsLive) {
    warn("test_issue_in_live_series", `Una clave de prueba emitió una factura en la serie ${serie}, que tiene facturas reales.`)
  }
  const mixes = invoice.recipient === null ? series.holdsFull && !series.holdsSimplified : series.holdsSimplified && !series.holdsFull
  if (mixes) warn("mixed_series", `La serie ${serie} mezcla facturas completas y simplificadas.`)
  return found
}
