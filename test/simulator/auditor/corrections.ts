import { textOr } from "../requests/Fields.ts"
import { type Judge, seriesName } from "./Books.ts"
import { later } from "./civil.ts"
import { type Document, summary, whole } from "./Document.ts"
import { begun, daysOf, unissued, usualSeries } from "./drafts.ts"
import { conflict, done, invalid, missing } from "./Expected.ts"
import { linesOf, termsOf, totalled } from "./figures.ts"
import { moveStock } from "./goods.ts"
import { appended } from "./records.ts"
import { isClosed, isConverted, isEntangled, isExchanged, issued, isSubstituted, notIssuedInvoice } from "./standing.ts"

export const annul: Judge = (books, { facts, id }) => {
  const document = books.documents.get(id)
  if (document === undefined) return missing
  const refusal = notIssuedInvoice(document)
  if (refusal !== undefined) return refusal
  if (document.cobrado !== 0) return conflict("factura_con_cobros")
  if (document.record !== null && facts.modo === "test") return conflict("factura_registrada")
  if (issued(books).some(({ original }) => original === id) || isSubstituted(books, id)) {
    return conflict("factura_rectificada")
  }
  if (isExchanged(books, id)) return conflict("factura_sustituida")
  if (document.record !== null) appended(books, document, "anulacion", facts)
  const cancelled: Document = { ...document, lifecycle: "cancelled" }
  books.documents.put(id, cancelled)
  const today = books.dayAt(facts.clock)
  const told = { suceso: "invoice.cancelled", datos: { factura: summary(cancelled, cancelled.party, today) } }
  return done(200, whole(cancelled, cancelled.party, today), [told, ...moveStock(books, cancelled, "in")])
}

const opposite = (amount: number): number => 0 - amount

/** The contents of the original with all signs reversed, to the cent. */
const negated = (original: Document) => ({
  lines: original.lines.map((line) => ({ ...line, cantidad: -line.cantidad })),
  suplidos: opposite(original.suplidos),
  base_imponible: opposite(original.base_imponible),
  cuota_iva: opposite(original.cuota_iva),
  cuota_recargo: opposite(original.cuota_recargo),
  cuota_irpf: opposite(original.cuota_irpf),
  total: opposite(original.total),
})

export const rectify: Judge = (books, { body, facts, id }) => {
  const original = books.documents.get(id)
  if (original === undefined) return missing
  const refusal = notIssuedInvoice(original)
  if (refusal !== undefined) return refusal
  const metodo = body["metodo"] === "sustitucion" ? "sustitucion" : "diferencias"
  if (isClosed(books, id, metodo)) return conflict("factura_ya_sustituida")
  const campos: Array<string> = []
  if (metodo === "sustitucion" && isEntangled(books, id, "sustitucion")) return conflict("factura_rectificada")
  const ofSimplified = original.tipo === "rectificative" ? original.ofSimplified : original.party === null
  if (ofSimplified && textOr(body["causa"]) !== null) campos.push("causa")
  const serie = textOr(body["serie"]) ?? "R"
  if ((books.series.get(seriesName("invoice", serie))?.tipo ?? "rectificative") !== "rectificative") campos.push("serie")
  const hasLines = body["lineas"] !== undefined && body["lineas"] !== null
  const terms = { ...termsOf(original), inclusive: false, suplidos: metodo === "sustitucion" ? original.suplidos : 0 }
  const totals = totalled(linesOf(books, body["lineas"], undefined, terms.inclusive, campos, original.lines), terms)
  if (!("figures" in totals)) return invalid(...campos, ...totals)
  if (campos.length > 0) return invalid(...campos)
  const { inclusive, suplidos } = terms
  const today = books.dayAt(facts.clock)
  const days = daysOf(null, original.contact === null ? undefined : books.contacts.get(original.contact))
  const contents = hasLines ? { lines: totals.lines, inclusive, suplidos, ...totals.figures } : negated(original)
  return begun(books, facts, {
    ...original,
    ...unissued,
    ...contents,
    tipo: "rectificative",
    serie,
    seriesIsDefault: textOr(body["serie"]) === null,
    wanted: null,
    party: books.present(original.contact) ?? original.party,
    fecha_emision: today,
    dateIsDefault: true,
    fecha_vencimiento: days === null ? null : later(today, days),
    days,
    plazos: null,
    notas: null,
    internal: null,
    etiquetas: [],
    original: id,
    metodo,
    apart: false,
    tickets: [],
    ofSimplified,
  })
}

export const convert: Judge = (books, { facts, id }) => {
  const document = books.documents.get(id)
  if (document === undefined) return missing
  if (document.kind === "invoice") return conflict("ya_es_factura")
  if (isConverted(books, document)) return conflict("ya_convertido")
  if (document.answer === false) return conflict("presupuesto_rechazado")
  const today = books.dayAt(facts.clock)
  const place = { kind: "invoice", tipo: "invoice", contact: document.contact } as const
  const days = daysOf(document.plazos, document.contact === null ? undefined : books.contacts.get(document.contact))
  const known = new Set(books.documents.all.map(([one]) => one))
  const expected = begun(books, facts, {
    ...document,
    ...unissued,
    ...place,
    serie: usualSeries(place),
    seriesIsDefault: true,
    wanted: null,
    party: books.present(document.contact) ?? document.party,
    fecha_emision: today,
    dateIsDefault: true,
    fecha_vencimiento: days === null ? null : later(today, days),
    days,
    tickets: [],
  })
  const became = books.documents.all.find(([one]) => !known.has(one))?.[0] ?? null
  books.documents.put(id, { ...document, became })
  return expected
}

export const answerQuote = (accepts: boolean): Judge => (books, { body, facts, id }) => {
  const quote = books.documents.get(id)
  if (quote === undefined) return missing
  if (quote.kind !== "quote") return conflict("no_es_presupuesto")
  if (quote.lifecycle === "draft") return conflict("factura_en_borrador")
  if (quote.answer !== null) return conflict("presupuesto_respondido")
  if (!accepts && isConverted(books, quote)) return conflict("ya_convertido")
  books.documents.put(id, { ...quote, answer: accepts })
  const today = books.dayAt(facts.clock)
  const word = accepts ? "accepted" : "rejected"
  const datos = { presupuesto: summary(quote, quote.party, today), motivo: textOr(body["motivo"]) }
  return done(200, whole(quote, quote.party, today), [{ suceso: `quote.${word}`, datos }], [`quote_${word}`])
}
