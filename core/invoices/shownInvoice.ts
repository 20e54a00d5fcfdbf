import { loaded, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "./Invoice.ts"
import { customerKeys, presentRecipient } from "./parties.ts"

/** The rows that `shownInvoice` needs, as far as they can be named yet. */
export const shownInvoiceKeys = (view: View, organizationId: OrganizationId, id: string) => [
  key("invoice", organizationId, id),
  ...customerKeys(loaded(view, "invoice", organizationId, id)),
]

/** The document as it is shown now, a draft with its customer's data of now; undefined if no document has that id. */
export const shownInvoice = (view: View, organizationId: OrganizationId, id: string): Invoice | undefined => {
  const invoice = view.get("invoice", organizationId, id)
  return invoice?.lifecycle === "draft" ? { ...invoice, recipient: presentRecipient(view, invoice) } : invoice
}
