import { loaded, type Supply, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import { type InvoiceSummary, invoiceSummary } from "../invoices/invoiceResource.ts"
import { customerKeys, presentRecipient } from "../invoices/parties.ts"
import type { Organization } from "../organizations/Organization.ts"
import { civilDateIn } from "../tax/regions.ts"
import { type Subscription, subscriptionResource } from "./Subscription.ts"

/** The event that a period of a subscription has become an invoice, with both as they are now (decisions, section 2). */
export const invoicedEvent = (subscription: Subscription, factura: InvoiceSummary): EventBody =>
  ({ suceso: "subscription.invoiced", datos: { suscripcion: subscriptionResource(subscription), factura } })

/** The rows that `pendingInvoice` needs. */
export const pendingKeys = (view: View, { organizationId, por_emitir }: Subscription) =>
  por_emitir === null
    ? []
    : [key("invoice", organizationId, por_emitir), ...customerKeys(loaded(view, "invoice", organizationId, por_emitir))]

/** The invoice that a subscription has yet to issue, as it is now; undefined when there is none or it was deleted. */
export const pendingInvoice = (
  { organizationId, por_emitir }: Subscription,
  { region_fiscal }: Organization,
  view: View,
  { clock }: Supply,
): InvoiceSummary | undefined => {
  const invoice = por_emitir === null ? undefined : view.get("invoice", organizationId, por_emitir)
  if (invoice === undefined) return undefined
  // A draft shows its recipient as the contact is now.
  const shown = invoice.lifecycle === "draft" ? { ...invoice, recipient: presentRecipient(view, invoice) } : invoice
  return invoiceSummary(shown, civilDateIn(region_fiscal, clock))
}
