import { type Fields, numberOr, textOr, textsOf } from "../requests/Fields.ts"
import { type Books, type Judge, partyOf, seriesName } from "./Books.ts"
import { later, moment } from "./civil.ts"
import { type Document, type DocumentKind, summary, whole } from "./Document.ts"
import { centsOf, scaled } from "./exact.ts"
import { conflict, done, type Expected, type Facts, invalid, madeId, missing, type Told, written } from "./Expected.ts"
import { identified, linesOf, totalled } from "./figures.ts"
import { isReplaced, isTicket } from "./standing.ts"

const kinds: ReadonlyArray<DocumentKind> = ["invoice", "quote", "delivery", "proforma"]

const defaultSeries = { quote: "P", delivery: "ALB", proforma: "PRO" }

/** The default series of a document. */
export const usualSeries = ({ contact, kind, tipo }: Pick<Document, "contact" | "kind" | "tipo">): string => {
  if (kind !== "invoice") return defaultSeries[kind]
  if (tipo === "rectificative") return "R"
  return contact === null ? "S" : "A"
}

/** Days until the first due date, by the payment terms or else by the contact. */
export const daysOf = (plazos: string | null, contact: Fields | undefined): number | null =>
  plazos !== null && /^\d+(\/\d+)*$/.test(plazos)
    ? Math.min(...plazos.split("/").map(Number))
    : numberOr(contact?.["dias_pago"], null)

const forms = new Set(["transfer", "cash", "card", "direct_debit", "other"])

export const usualForm = (contact: Fields | undefined): string | null => {
  const form = textOr(contact?.["forma_pago"])
  return form !== null && forms.has(form) ? form : null
}

/** What is the same in every new draft. */
export const unissued = {
  lifecycle: "draft", numero: null, cobrado: 0, fecha_cobro: null, answer: null, became: null, record: null,
  issuedDay: null,
} as const

/** The events of a document's creation. */
const createdEvents = (books: Books, document: Document, today: string): ReadonlyArray<Told> => {
  const shown = summary(document, books.partyOf(document), today)
  if (document.kind === "invoice") return [{ suceso: "invoice.created", datos: { factura: shown } }]
  return document.kind === "delivery" ? [{ suceso: "delivery.created", datos: { albaran: shown } }] : []
}

/** Puts a new draft into the books, under the ids of the written row. */
export const begun = (books: Books, facts: Facts, contents: Omit<Document, "id" | "creado">): Expected => {
  const isKnown = (id: string) => books.documents.get(id) !== undefined
  const id = madeId(facts, "invoice", isKnown)
  const row = written(facts, "invoice").find((one) => one.id === id)
  const document = { ...contents, id, creado: moment(facts.now), lines: identified(contents.lines, row?.lineas) }
  books.documents.put(id, document)
  const today = books.dayAt(facts.clock)
  return done(201, whole(document, books.partyOf(document), today), createdEvents(books, document, today))
}

/** The simplified invoices that a body wants to exchange; adds the fields that name something else to `campos`. */
const ticketsOf = (books: Books, body: Fields, contact: string | null, campos: Array<string>): ReadonlyArray<string> => {
  const named = textsOf(body["facturas_sustituidas"])
  if (named.length > 0 && contact === null) campos.push("contacto_id")
  named.forEach((id, place) => {
    const isFree = isTicket(books, id) && !isReplaced(books, id) && named.indexOf(id) === place
    if (!isFree) campos.push(`facturas_sustituidas[${place}]`)
  })
  return named
}

export const draft: Judge = (books, { body, facts }) => {
  const made = draftOf(books, body, facts)
  return "_tag" in made ? made : begun(books, facts, made)
}

/** The contents of a draft, or why it has to be refused. */
export const draftOf = (books: Books, body: Fields, facts: Facts): Omit<Document, "id" | "creado"> | Expected => {
  const campos: Array<string> = []
  const contact = textOr(body["contacto_id"])
  const customer = contact === null ? undefined : books.contacts.get(contact)
  if (contact !== null && customer === undefined) campos.push("contacto_id")
  const kind = kinds.find((one) => one === body["tipo_documento"]) ?? "invoice"
  const place = { kind, tipo: "invoice", contact } as const
  const named = textOr(body["serie"])
  const serie = named ?? usualSeries(place)
  if (named !== null && (books.series.get(seriesName(kind, named))?.tipo ?? "invoice") !== "invoice") campos.push("serie")
  const divisa = textOr(body["divisa"]) ?? "EUR"
  const inclusive = body["precios_con_iva"] === true
  const today = books.dayAt(facts.clock)
  const chosen = textOr(body["fecha_emision"])
  const fecha_emision = chosen ?? today
  const due = textOr(body["fecha_vencimiento"])
  const plazos = textOr(body["plazos"])
  const days = due === null ? daysOf(plazos, customer) : null
  const tickets = ticketsOf(books, body, contact, campos)
  const terms = {
    region: books.company.region,
    recargo: body["recargo_equivalencia"] === true,
    irpf: numberOr(body["irpf"], numberOr(customer?.["irpf"], 0)),
    suplidos: centsOf(numberOr(body["suplidos"], 0)),
    inclusive,
  }
  const totals = totalled(linesOf(books, body["lineas"], customer, inclusive, campos), terms)
  if (!("figures" in totals)) return invalid(...campos, ...totals)
  if (campos.length > 0) return invalid(...campos)
  return {
    ...unissued,
    ...place,
    ...terms,
    ...totals.figures,
    lines: totals.lines,
    serie,
    seriesIsDefault: named === null,
    wanted: numberOr(body["numero"], null),
    party: customer === undefined || contact === null ? null : partyOf(contact, customer),
    fecha_emision,
    dateIsDefault: chosen === null,
    fecha_vencimiento: due ?? (days === null ? null : later(fecha_emision, days)),
    days,
    plazos,
    forma_pago: textOr(body["forma_pago"]) ?? usualForm(customer),
    notas: textOr(body["notas"]),
    internal: null,
    etiquetas: textsOf(body["etiquetas"]),
    divisa,
    tipo_cambio: scaled(numberOr(body["tipo_cambio"], 1), 6),
    original: null,
    metodo: "diferencias",
    apart: false,
    tickets,
    ofSimplified: false,
  }
}

export const trash: Judge = (books, { facts, id }) => {
  const document = books.documents.get(id)
  if (document === undefined) return missing
  if (document.lifecycle === "issued") return conflict("factura_emitida")
  if (document.lifecycle === "cancelled") return conflict("factura_anulada")
  books.documents.drop(id)
  const factura = summary(document, books.partyOf(document), books.dayAt(facts.clock))
  return done(204, undefined, document.kind === "invoice" ? [{ suceso: "invoice.cancelled", datos: { factura } }] : [])
}
