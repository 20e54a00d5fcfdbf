import { loaded, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { OrganizationId } from "../organizations/Organization.ts"

/** The invoice that the document was converted to, as a key to read once the document is loaded. */
export const conversionReads = (view: View, organizationId: OrganizationId, id: string) => {
  const invoiceId = loaded(view, "invoice", organizationId, id)?.convertida_en ?? null
  return invoiceId === null ? [] : [key("invoice", organizationId, invoiceId)]
}

/** Whether the document has its invoice; one whose draft was trashed has none and may be converted again. */
export const isConverted = ({ convertida_en, organizationId }: Invoice, view: View): boolean =>
  convertida_en !== null && view.get("invoice", organizationId, convertida_en) !== undefined
