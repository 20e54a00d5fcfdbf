import type { Books } from "./Books.ts"
import type { Document } from "./Document.ts"
import { conflict, type Expected, type Facts } from "./Expected.ts"

/** Every document that is issued, and not annulled. */
export const issued = ({ documents }: Books): ReadonlyArray<Document> =>
  documents.all.flatMap(([, document]) => (document.lifecycle === "issued" ? [document] : []))

/** Whether another invoice stands in its place. */
export const isReplaced = (books: Books, id: string): boolean =>
  issued(books).some(({ metodo, original, tickets }) =>
    (original === id && metodo === "sustitucion") || tickets.includes(id))

/** Whether it is an issued invoice without customer. */
export const isTicket = ({ documents }: Books, id: string): boolean => {
  const document = documents.get(id)
  return document?.kind === "invoice" && document.lifecycle === "issued" && document.tipo === "invoice" &&
    document.party === null
}

/** Whether the document has its invoice: one that was trashed is none. */
export const isConverted = ({ documents }: Books, { became }: Document): boolean =>
  became !== null && documents.get(became) !== undefined

/** Why it is no issued invoice. */
export const notIssuedInvoice = ({ kind, lifecycle }: Document): Expected | undefined => {
  if (kind !== "invoice") return conflict("no_es_factura")
  if (lifecycle === "draft") return conflict("factura_en_borrador")
  return lifecycle === "cancelled" ? conflict("factura_anulada") : undefined
}

/** Why what corrects others cannot be issued now. */
export const correctionRefusal = (
  books: Books,
  { original, tickets }: Document,
  modo: Facts["modo"],
): Expected | undefined => {
  for (const id of original === null ? tickets : [original]) {
    const corrected = books.documents.get(id)
    if (corrected?.lifecycle !== "issued") return conflict("original_anulada")
    if (isReplaced(books, id)) return conflict("factura_ya_sustituida")
    if (modo === "live" && corrected.record === null) return conflict("factura_sin_registro")
    if (modo === "test" && corrected.record !== null) return conflict("factura_registrada")
  }
  return undefined
}
