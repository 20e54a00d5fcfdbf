import { numberOr, textOr } from "../requests/Fields.ts"
import type { Books, Judge, Payment } from "./Books.ts"
import { moment } from "./civil.ts"
import { type Document, outstanding, summary } from "./Document.ts"
import { centsOf } from "./exact.ts"
import { done, madeId, missing } from "./Expected.ts"
import { notIssuedInvoice } from "./standing.ts"

/** The payments of an invoice in the order in which they were recorded. */
const paymentsOf = ({ payments }: Books, id: string): ReadonlyArray<Payment> =>
  payments.all.flatMap(([, payment]) => (payment.factura_id === id ? [payment] : []))

/** The document with its payments added up anew, and the date of the one that left nothing outstanding. */
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
