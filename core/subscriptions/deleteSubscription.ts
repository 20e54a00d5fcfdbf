import { Either } from "effect"
import { type Command, loaded } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { notFound } from "../refusals/refusal.ts"
import { invoicedEvent, pendingInvoice, pendingKeys } from "./invoicedEvent.ts"

/** Deletes a subscription; its invoices stay. If one was yet to be issued, its event is emitted now (decisions, section 2). */
export const deleteSubscription = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: (view) => {
    const subscription = loaded(view, "subscription", organizationId, id)
    return [
      organizationKey(organizationId),
      key("subscription", organizationId, id),
      ...subscription === undefined ? [] : pendingKeys(view, subscription),
    ]
  },
  decide: (view, supply) => {
    const subscription = view.get("subscription", organizationId, id)
    if (subscription === undefined) return Either.left(notFound("la suscripción"))
    const factura = pendingInvoice(subscription, presentOrganization(view, organizationId), view, supply)
    return Either.right({
      result: undefined,
      rows: [],
      removed: [key("subscription", organizationId, id)],
      events: factura === undefined ? [] : [invoicedEvent(subscription, factura)],
    })
  },
})
