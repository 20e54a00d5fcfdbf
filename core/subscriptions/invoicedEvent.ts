import type { Supply, View } from "../commit/Command.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import { type InvoiceSummary, invoiceSummary } from "../invoices/invoiceResource.ts"
import { shownInvoice, shownInvoiceKeys } from "../invoices/shownInvoice.ts"
import type { Organization } from "../organizations/Organization.ts"
import { civilDateIn } from "../tax/regions.ts"
import { type Subscription, subscriptionResource } from "./Subscription.ts"

/** The event that a period of a subscription has become an invoice, with both as they are now (decisions, section 2). */
export const invoicedEvent = (subscription: Subscription, factura: InvoiceSummary): EventBody =>
  ({ suceso: "subscription.invoiced", datos: { suscripcion: subscriptionResource(subscription), factura } })

/** The rows that `pendingInvoice` needs. */
export const pendingKeys = (view: View, { organizationId, por_emitir }: Subscription) =>
  por_emitir === null ? [] : shownInvoiceKeys(view, organizationId, por_emitir)

/** The invoice that a subscription has yet to issue, as it is now; undefined when there is none or it was deleted. */
export const pendingInvoice = (
  { organizationId, por_emitir }: Subscription,
  { region_fiscal }: Organization,
  view: View,
  { clock }: Supply,
): InvoiceSummary | undefined => {
  const invoice = por_emitir === null ? undefined : shownInvoice(view, organizationId, por_emitir)
  return invoice && invoiceSummary(invoice, civilDateIn(region_fiscal, clock))
}
