import type { Books } from "./Books.ts"
import type { Document } from "./Document.ts"
import { conflict, type Expected, type Facts } from "./Expected.ts"

/** Every document that is issued, and not annulled. */
export const issued = ({ documents }: Books): ReadonlyArray<Document> =>
  documents.all.flatMap(([, document]) => (document.lifecycle === "issued" ? [document] : []))

/** The document and, where it tells the differences from another one, that one: who replaces that replaces it too. */
const withOriginal = ({ documents }: Books, id: string): ReadonlyArray<string | null> => {
  const document = documents.get(id)
  return document?.metodo === "diferencias" ? [id, document.original] : [id]
}

/** Whether a substitution stands in its place. */
export const isSubstituted = (books: Books, id: string): boolean => {
  const ids = withOriginal(books, id)
  return issued(books).some(({ metodo, original }) => original !== null && metodo === "sustitucion" && ids.includes(original))
}

/** Whether it was exchanged for another invoice. */
export const isExchanged = (books: Books, id: string): boolean => {
  const ids = withOriginal(books, id)
  return issued(books).some(({ tickets }) => tickets.some((ticket) => ids.includes(ticket)))
}

/** Whether another invoice stands in its place. */
export const isReplaced = (books: Books, id: string): boolean => isSubstituted(books, id) || isExchanged(books, id)

/** A document and its rectifications by differences, in order of creation. */
export const asRectified = (books: Books, id: string): ReadonlyArray<Document> => [
  ...[books.documents.get(id)].flatMap((one) => one ?? []),
  ...issued(books).filter(({ metodo, original }) => original === id && metodo === "diferencias"),
]

/** Whether what tells the differences from it is itself rectified: then nothing takes its place. */
export const isEntangled = (books: Books, id: string): boolean => {
  const [, ...differences] = asRectified(books, id)
  return differences.some((one) => issued(books).some(({ original }) => original === one.id))
}

/** Whether it is an issued invoice without customer, and more than the differences from one. */
export const isTicket = ({ documents }: Books, id: string): boolean => {
  const document = documents.get(id)
  return document?.kind === "invoice" && document.lifecycle === "issued" && document.party === null &&
    (document.original === null || document.metodo === "sustitucion")
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
  { metodo, original, tickets }: Document,
  modo: Facts["modo"],
): Expected | undefined => {
  for (const id of original === null ? tickets : [original]) {
    const corrected = books.documents.get(id)
    if (corrected?.lifecycle !== "issued") return conflict("original_anulada")
    if (isReplaced(books, id)) return conflict("factura_ya_sustituida")
    if (modo === "live" && corrected.record === null) return conflict("factura_sin_registro")
    if (modo === "test" && corrected.record !== null) return conflict("factura_registrada")
    if ((original === null || metodo === "sustitucion") && isEntangled(books, id)) return conflict("factura_rectificada")
  }
  return undefined
}
