import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Invoice } from "./Invoice.ts"

/** The row of the invoice that a document was converted to; none before the document is loaded. */
export const conversionKeys = (document: Invoice | undefined) => {
  const invoiceId = document?.convertida_en ?? null
  return document === undefined || invoiceId === null ? [] : [key("invoice", document.organizationId, invoiceId)]
}

/** Whether the document has an invoice now. If that was deleted as a draft, the document may be converted again. */
export const isConverted = ({ convertida_en, organizationId }: Invoice, view: View): boolean =>
  convertida_en !== null && view.get("invoice", organizationId, convertida_en) !== undefined
