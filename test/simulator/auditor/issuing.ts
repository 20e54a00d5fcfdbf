import { type Books, type Judge, type Series, seriesName } from "./Books.ts"
import { later } from "./civil.ts"
import { type Document, type Party, summary, whole } from "./Document.ts"
import { nearest } from "./exact.ts"
import { conflict, done, type Facts, invalid, missing } from "./Expected.ts"
import { moveStock } from "./goods.ts"
import { appended } from "./records.ts"
import { correctionRefusal, isTicketOfOne } from "./standing.ts"

/** The most that an invoice without a customer may amount to: 3 000 EUR, in cents. */
const ticketMax = 300_000

/** Base, tax and surcharge in cents of EUR. */
const stated = ({ base_imponible, cuota_iva, cuota_recargo, tipo_cambio }: Document): number =>
  Number(nearest(BigInt(base_imponible + cuota_iva + cuota_recargo) * tipo_cambio, 1_000_000n))

/** The fields for which the tax authority would refuse the invoice. */
const problems = (books: Books, document: Document, party: Party | null, today: string): ReadonlyArray<string> => {
  const campos: Array<string> = []
  if (document.lines.length === 0) campos.push("lineas")
  if (document.kind !== "invoice") return campos
  if (party === null && !document.ofSimplified && stated(document) > ticketMax) campos.push("contacto_id")
  if (party !== null && document.ofSimplified) campos.push("contacto_id")
  if (party !== null && party.nif === null) campos.push("contacto.nif")
  const corrected = document.original === null ? document.tickets : [document.original]
  const isEarly = corrected.some((id) => (books.documents.get(id)?.fecha_emision ?? "") > document.fecha_emision)
  if (document.fecha_emision > today || isEarly) campos.push("fecha_emision")
  const isEmpty = document.base_imponible === 0 && document.cuota_iva === 0
  if (document.original === null && document.suplidos !== 0 && isEmpty) campos.push("suplidos")
  return campos
}

/** The draft with the customer and the dates of the day of issue. */
const ready = (books: Books, draft: Document, today: string): Document => {
  const party = books.present(draft.contact) ?? draft.party
  if (!draft.dateIsDefault) return { ...draft, party }
  const fecha_vencimiento = draft.days === null ? draft.fecha_vencimiento : later(today, draft.days)
  return { ...draft, party, fecha_emision: today, fecha_vencimiento }
}

/** The kinds of activity log entries that an issue makes. */
const warnings = (series: Series, { kind, party }: Document, { modo }: Facts): ReadonlyArray<string> => {
  if (kind !== "invoice") return []
  const mixes = party === null ? series.full && !series.simplified : series.simplified && !series.full
  return [
    ...(modo === "test" && series.live ? ["test_issue_in_live_series"] : []),
    ...(mixes ? ["mixed_series"] : []),
  ]
}

export const issue: Judge = (books, { facts, id }) => {
  const draft = books.documents.get(id)
  if (draft === undefined) return missing
  const today = books.dayAt(facts.clock)
  if (draft.lifecycle === "issued") return done(200, whole(draft, draft.party, today))
  if (draft.lifecycle === "cancelled") return conflict("factura_anulada")
  const refusal = correctionRefusal(books, draft, facts.modo)
  if (refusal !== undefined) return refusal
  const document = ready(books, draft, today)
  const name = seriesName(draft.kind, draft.serie)
  const series = books.series.get(name) ??
    { last: 0, tipo: draft.tipo, live: false, full: false, simplified: false }
  const campos = [...problems(books, document, document.party, today), ...(series.tipo === draft.tipo ? [] : ["serie"])]
  if (campos.length > 0) return invalid(...campos)

  const numero = draft.wanted ?? series.last + 1
  if (series.last > 0 && numero !== series.last + 1) return conflict("numero_no_disponible")

  const apart = draft.metodo === "diferencias" && isTicketOfOne(books, draft.original)
  const issued: Document = { ...document, lifecycle: "issued", apart, numero, issuedDay: books.dayAt(facts.clock) }
  const isRecorded = facts.modo === "live" && draft.kind === "invoice"
  const record = isRecorded ? appended(books, issued, "alta", facts) : null
  const recorded = { ...issued, record }
  books.documents.put(id, recorded)
  books.series.set(name, {
    last: numero,
    tipo: series.tipo,
    live: series.live || facts.modo === "live",
    full: series.full || issued.party !== null,
    simplified: series.simplified || issued.party === null,
  })
  const told = { suceso: "invoice.issued", datos: { factura: summary(recorded, recorded.party, today) } }
  const events = draft.kind === "invoice" ? [told, ...moveStock(books, recorded, "out")] : []
  return done(201, whole(recorded, recorded.party, today), events, warnings(series, recorded, facts))
}
