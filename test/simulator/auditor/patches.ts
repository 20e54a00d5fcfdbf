import { type Fields, numberOr, textOr, textsOf } from "../requests/Fields.ts"
import { type Books, type Judge, seriesName } from "./Books.ts"
import { later } from "./civil.ts"
import { difference } from "./difference.ts"
import { type Document, type Line, whole } from "./Document.ts"
import { daysOf, usualForm, usualSeries } from "./drafts.ts"
import { centsOf } from "./exact.ts"
import { conflict, done, type Facts, invalid, missing, written } from "./Expected.ts"
import { identified, linesOf, termsOf, totalled } from "./figures.ts"

/** A property after a patch: null means its default, and one that is left out stays as it is. */
const patched = <A>(sent: unknown, read: (value: unknown) => A | null, stored: A, otherwise: A): A =>
  sent === undefined ? stored : sent === null ? otherwise : read(sent) ?? otherwise

const number = (value: unknown): number | null => numberOr(value, null)

/** A document that is no draft, after a patch: only its labels and internal notes can change; undefined when it is refused. */
const relabelled = (document: Document, body: Fields): Document | undefined => {
  const { etiquetas, notas_internas, ...frozen } = body
  if (Object.values(frozen).some((value) => value !== undefined)) return undefined
  return {
    ...document,
    etiquetas: patched<ReadonlyArray<string>>(etiquetas, textsOf, document.etiquetas, []),
    internal: patched<string | null>(notas_internas, textOr, document.internal, null),
  }
}

/** The contact and the series of the draft after the patch. */
const placed = (draft: Document, body: Fields, original: Document | undefined) => {
  const { contacto_id: sent } = body
  const contact = sent === undefined ? draft.contact : textOr(sent) ?? original?.contact ?? null
  const named = textOr(body["serie"])
  const seriesIsDefault = body["serie"] === undefined ? draft.seriesIsDefault : named === null
  const kept = body["serie"] === undefined ? draft.serie : named ?? ""
  return { contact, seriesIsDefault, serie: seriesIsDefault ? usualSeries({ ...draft, contact }) : kept }
}

/** The dates after the patch: a due date that nobody chose follows the payment term. */
const dated = (draft: Document, body: Fields, giver: Fields | undefined, contact: string | null) => {
  const { fecha_vencimiento: sent } = body
  const chosen = sent === undefined ? (draft.days === null ? draft.fecha_vencimiento : null) : textOr(sent)
  const keepsTerm = sent === undefined && contact === draft.contact
  const term = keepsTerm ? draft.days : daysOf(draft.plazos, giver)
  if (chosen !== null) return { fecha_vencimiento: chosen, days: null }
  return { fecha_vencimiento: term === null ? null : later(draft.fecha_emision, term), days: term }
}

/** The lines with the ids that were written; where nothing was written, they have to keep the ids they had. */
const named = (lines: ReadonlyArray<Line>, draft: Document, facts: Facts): ReadonlyArray<Line> => {
  const row = written(facts, "invoice").find(({ id }) => id === draft.id)
  if (row !== undefined) return identified(lines, row.lineas)
  return lines.map((line, place) => ({ ...line, id: draft.lines[place]?.id ?? "?" }))
}

export const changeDocument: Judge = (books, { body, facts, id }) => {
  const document = books.documents.get(id)
  if (document === undefined) return missing
  const today = books.dayAt(facts.clock)
  if (document.lifecycle !== "draft") {
    const after = relabelled(document, body)
    if (after === undefined) {
      return conflict(document.lifecycle === "issued" ? "factura_emitida" : "factura_anulada")
    }
    if (difference(shape(document), shape(after)) !== undefined) books.documents.put(id, after)
    return done(200, whole(after, after.party, today))
  }
  const campos: Array<string> = []
  const after = changed(books, document, body, facts, campos)
  if (after === undefined || campos.length > 0) return invalid(...campos)
  const isSame = difference(shape(document), shape(after)) === undefined
  if (!isSame) books.documents.put(id, after)
  return done(200, whole(isSame ? document : after, books.partyOf(after), today))
}

/** The part of a document whose changes count. */
const shape = (document: Document): unknown => JSON.parse(JSON.stringify({ ...document, party: null }, asText))

const asText = (_name: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

/** The disbursements when the body names none. A rectification that gives the whole invoice back gives them back too. */
const usualSuplidos = (draft: Document, body: Fields, original: Document | undefined): number => {
  if (original === undefined || draft.metodo === "sustitucion") return original?.suplidos ?? 0
  const isBack = body["lineas"] === undefined && draft.base_imponible + original.base_imponible === 0
  return isBack ? 0 - original.suplidos : 0
}

const changed = (
  books: Books,
  draft: Document,
  body: Fields,
  facts: Facts,
  campos: Array<string>,
): Document | undefined => {
  const original = draft.original === null ? undefined : books.documents.get(draft.original)
  const place = placed(draft, body, original)
  const customer = place.contact === null ? undefined : books.contacts.get(place.contact)
  if (place.contact !== null && customer === undefined) campos.push("contacto_id")
  if (place.contact === null && draft.tickets.length > 0) campos.push("contacto_id")
  const tipo = place.serie === draft.serie ? undefined : books.series.get(seriesName(draft.kind, place.serie))?.tipo
  if (tipo !== undefined && tipo !== draft.tipo) campos.push("serie")
  // A rectification has the terms of its original, not those of the contact.
  const giver = original === undefined ? customer : undefined
  const usual = {
    irpf: original?.irpf ?? numberOr(giver?.["irpf"], 0),
    forma_pago: original === undefined ? usualForm(giver) : original.forma_pago,
    suplidos: usualSuplidos(draft, body, original),
  }
  const terms = {
    ...termsOf(draft),
    irpf: patched(body["irpf"], number, draft.irpf, usual.irpf),
    suplidos: patched(body["suplidos"], (value) => centsOf(numberOr(value, 0)), draft.suplidos, usual.suplidos),
    inclusive: draft.inclusive && body["lineas"] === undefined,
  }
  const sent = body["lineas"] === undefined
    ? draft.lines
    : linesOf(books, body["lineas"], giver, terms.inclusive, campos, draft.lines)
  const isSame = body["lineas"] === undefined && terms.irpf === draft.irpf && terms.suplidos === draft.suplidos
  const totals = isSame ? { lines: draft.lines, figures: {} } : totalled(sent, terms)
  if (!("figures" in totals)) {
    campos.push(...totals)
    return undefined
  }
  const lines = body["lineas"] === undefined ? draft.lines : named(totals.lines, draft, facts)
  return {
    ...draft,
    ...place,
    ...terms,
    ...totals.figures,
    ...dated(draft, body, customer, place.contact),
    lines,
    party: books.present(place.contact),
    wanted: patched<number | null>(body["numero"], number, draft.wanted, null),
    notas: patched<string | null>(body["notas"], textOr, draft.notas, null),
    internal: patched<string | null>(body["notas_internas"], textOr, draft.internal, null),
    etiquetas: patched<ReadonlyArray<string>>(body["etiquetas"], textsOf, draft.etiquetas, []),
    forma_pago: patched<string | null>(body["forma_pago"], textOr, draft.forma_pago, usual.forma_pago),
  }
}
