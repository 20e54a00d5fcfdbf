import type { Books } from "./Books.ts"
import type { Document } from "./Document.ts"
import { conflict, type Expected, type Facts } from "./Expected.ts"

/** Every document that is issued and not annulled. */
export const issued = ({ documents }: Books): ReadonlyArray<Document> =>
  documents.all.flatMap(([, document]) => (document.lifecycle === "issued" ? [document] : []))

/** The document and, if it is a rectification by differences, its original: whatever replaces that replaces both. */
const withOriginal = ({ documents }: Books, id: string): ReadonlyArray<string | null> => {
  const document = documents.get(id)
  return document?.metodo === "diferencias" ? [id, document.original] : [id]
}

/** Whether a substitution has replaced the document. */
export const isSubstituted = (books: Books, id: string): boolean => {
  const ids = withOriginal(books, id)
  return issued(books).some(({ metodo, original }) => original !== null && metodo === "sustitucion" && ids.includes(original))
}

/** Whether an invoice was issued in exchange for this very document. */
export const isTicketOfOne = (books: Books, id: string | null): boolean =>
  id !== null && issued(books).some(({ tickets }) => tickets.includes(id))

/** Whether the document was exchanged for another invoice, by itself or together with its original. */
export const isExchanged = (books: Books, id: string): boolean =>
  (books.documents.get(id)?.apart === true ? [id] : withOriginal(books, id)).some((one) => isTicketOfOne(books, one))

/** Whether another invoice has replaced the document. */
export const isReplaced = (books: Books, id: string): boolean => isSubstituted(books, id) || isExchanged(books, id)

/** Whether the document can no longer be corrected in that way. One that was exchanged itself can still be rectified by differences. */
export const isClosed = (books: Books, id: string, by: "sustitucion" | "canje" | "diferencias"): boolean => {
  if (by !== "diferencias") return isReplaced(books, id)
  const isApart = books.documents.get(id)?.apart === true
  if (isSubstituted(books, id)) return true
  return !isApart && withOriginal(books, id).some((one) => one !== id && isTicketOfOne(books, one))
}

/**
 * A document and its rectifications by differences, in order of creation, which are replaced together. Those issued after an
 * exchange are not part of that exchange.
 */
export const asRectified = (books: Books, id: string, by: "sustitucion" | "canje"): ReadonlyArray<Document> => [
  ...[books.documents.get(id)].flatMap((one) => one ?? []),
  ...issued(books).filter(({ apart, metodo, original }) =>
    original === id && metodo === "diferencias" && (by === "sustitucion" || !apart)),
]

/** Whether one of its rectifications by differences is itself corrected: then nothing can replace the document. */
export const isEntangled = (books: Books, id: string, by: "sustitucion" | "canje"): boolean => {
  const [, ...differences] = asRectified(books, id, by)
  return differences.some((one) =>
    isTicketOfOne(books, one.id) || issued(books).some(({ original }) => original === one.id))
}

/** Whether it is an issued invoice without a customer that can be exchanged by itself. */
export const isTicket = ({ documents }: Books, id: string): boolean => {
  const document = documents.get(id)
  return document?.kind === "invoice" && document.lifecycle === "issued" && document.party === null &&
    (document.original === null || document.metodo === "sustitucion" || document.apart)
}

/** Whether the document was converted into an invoice that still exists. */
export const isConverted = ({ documents }: Books, { became }: Document): boolean =>
  became !== null && documents.get(became) !== undefined

/** The refusal of what needs an issued invoice; undefined when the document is one. */
export const notIssuedInvoice = ({ kind, lifecycle }: Document): Expected | undefined => {
  if (kind !== "invoice") return conflict("no_es_factura")
  if (lifecycle === "draft") return conflict("factura_en_borrador")
  return lifecycle === "cancelled" ? conflict("factura_anulada") : undefined
}

/** Why a document that corrects or replaces others cannot be issued now; undefined when it can. */
export const correctionRefusal = (
  books: Books,
  { metodo, original, tickets }: Document,
  modo: Facts["modo"],
): Expected | undefined => {
  for (const id of original === null ? tickets : [original]) {
    const corrected = books.documents.get(id)
    if (corrected?.lifecycle !== "issued") return conflict("original_anulada")
    const by = original === null ? "canje" : metodo
    if (isClosed(books, id, by)) return conflict("factura_ya_sustituida")
    if (modo === "live" && corrected.record === null) return conflict("factura_sin_registro")
    if (modo === "test" && corrected.record !== null) return conflict("factura_registrada")
    if (by !== "diferencias" && isEntangled(books, id, by)) return conflict("factura_rectificada")
  }
  return undefined
}
