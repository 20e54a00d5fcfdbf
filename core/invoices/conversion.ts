import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Invoice } from "./Invoice.ts"

/** The invoice that a document was converted to, once the document is known. */
export const conversionKeys = (document: Invoice | undefined) => {
  const invoiceId = document?.convertida_en ?? null
  return document === undefined || invoiceId === null ? [] : [key("invoice", document.organizationId, invoiceId)]
}

/** Whether the document has its invoice; one whose draft was trashed has none and may be converted again. */
export const isConverted = ({ convertida_en, organizationId }: Invoice, view: View): boolean =>
  convertida_en !== null && view.get("invoice", organizationId, convertida_en) !== undefined
