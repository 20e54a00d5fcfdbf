import { numberOr, textOr, textsOf } from "../requests/Fields.ts"
import type { Books, Judge, Payment } from "./Books.ts"
import { moment } from "./civil.ts"
import { type Document, outstanding, summary } from "./Document.ts"
import { centsOf } from "./exact.ts"
import { conflict, done, type Facts, invalid, madeId, missing, written } from "./Expected.ts"
import { notIssuedInvoice } from "./standing.ts"

/** The payments of an invoice in the order in which they were recorded. */
const paymentsOf = ({ payments }: Books, id: string): ReadonlyArray<Payment> =>
  payments.all.flatMap(([, payment]) => (payment.factura_id === id ? [payment] : []))

/** Added up anew: what is collected, and the date of the payment that left nothing outstanding. */
const collected = (books: Books, document: Document): Document => {
  let cobrado = 0
  let fecha_cobro: string | null = null
  for (const { fecha, importe } of paymentsOf(books, document.id)) {
    const before = outstanding({ ...document, cobrado })
    cobrado += importe
    if (before > 0 && outstanding({ ...document, cobrado }) === 0) fecha_cobro = fecha
  }
  return { ...document, cobrado, fecha_cobro }
}

export const pay: Judge = (books, { body, facts, id }) => {
  const document = books.documents.get(id)
  if (document === undefined) return missing
  const refusal = notIssuedInvoice(document)
  if (refusal !== undefined) return refusal
  const today = books.dayAt(facts.clock)
  const cobro = {
    id: madeId(facts, "payment"),
    factura_id: id,
    importe: numberOr(body["importe"], 0),
    fecha: textOr(body["fecha"]) ?? today,
    forma_pago: textOr(body["forma_pago"]),
    referencia: textOr(body["referencia"]),
    notas: null,
    creado: moment(facts.now),
  }
  const { fecha, importe } = cobro
  books.payments.put(cobro.id, { id: cobro.id, factura_id: id, importe: centsOf(importe), fecha, shown: cobro })
  const after = collected(books, document)
  books.documents.put(id, after)
  const factura = summary(after, after.party, today)
  const isPaid = outstanding(document) > 0 && outstanding(after) === 0
  return done(201, cobro, [
    { suceso: "payment.recorded", datos: { cobro, factura } },
    ...(isPaid ? [{ suceso: "invoice.paid", datos: { factura } }] : []),
  ])
}

export const unpay: Judge = (books, { id }) => {
  const payment = books.payments.get(id)
  if (payment === undefined) return missing
  books.payments.drop(id)
  const document = books.documents.get(payment.factura_id)
  if (document !== undefined) books.documents.put(document.id, collected(books, document))
  return done(204, undefined)
}

const names = { invoice: "Factura", quote: "Presupuesto", delivery: "Albarán", proforma: "Factura proforma" }

export const send: Judge = (books, { body, facts, id }) => {
  const document = books.documents.get(id)
  if (document === undefined) return missing
  if (document.lifecycle === "draft") return conflict("factura_en_borrador")
  if (document.lifecycle === "cancelled") return conflict("factura_anulada")
  const email = textOr(books.present(document.contact)?.email) ?? textOr(document.party?.email)
  const para = body["para"] === undefined ? (email === null ? [] : [email]) : [...new Set(textsOf(body["para"]))]
  if (para.length === 0) return invalid("para")
  const usual = `${names[document.kind]} ${document.serie}-${document.numero} de ${books.company.nombre}`
  const asunto = (textOr(body["asunto"]) ?? usual).replaceAll("\n", " ")
  const encolado = facts.modo === "live"
  const queued = written(facts, "outgoingMail").map((mail) => mail.id)
  if (queued.length !== (encolado ? 1 : 0)) books.faults.push(`${queued.length} letters were queued by a ${facts.modo} key`)
  for (const mail of queued) books.letters.set(mail, { para, asunto, total: document.total, failed: false })
  return done(202, { factura_id: id, para, asunto, encolado })
}

/** What was noted of letters: one is given up after seven attempts, not before. */
export const lettersNoted = ({ faults, letters }: Books, facts: Facts): void => {
  for (const { estado, id, intentos } of written(facts, "outgoingMail")) {
    const letter = letters.get(id)
    if (letter === undefined || estado !== "failed") continue
    if (intentos !== 7) faults.push(`letter ${id} was given up after ${intentos} attempts`)
    letters.set(id, { ...letter, failed: true })
  }
}
