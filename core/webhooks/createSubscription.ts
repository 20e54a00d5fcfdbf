import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { conflict } from "../refusals/refusal.ts"
import { firstSecrets } from "./secretRotation.ts"
import type { Subscription } from "./Subscription.ts"
import { subscriptionContents, type WebhookInput } from "./subscriptionInput.ts"
import { type WebhookResource, webhookResource } from "./subscriptionResource.ts"

/** Subscriptions of one organization at most (decisions, section 1). */
export const maxSubscriptions = 20

/** A subscription, and its secret as it is stored: whoever shows it has to open it. */
export interface SealedWebhook {
  readonly webhook: WebhookResource
  readonly sealedSecret: string
}

/** Makes a subscription, active, with a secret that was sealed before. Refuses the 21st of an organization. */
export const createSubscription = (
  organizationId: OrganizationId,
  input: WebhookInput,
  sealedSecret: string,
): Command<SealedWebhook> => ({
  organizationId,
  reads: () => [key("subscriptionCount", organizationId, organizationId)],
  decide: (view, supply) => {
    const count = view.get("subscriptionCount", organizationId, organizationId)?.count ?? 0
    if (count >= maxSubscriptions) return Either.left(tooMany)
    const place = supply.sequence()
    const row: Subscription = {
      organizationId,
      id: supply.id(),
      ...subscriptionContents(input),
      activo: true,
      fallos_seguidos: 0,
      ...firstSecrets(sealedSecret),
      creado: supply.now,
      createdSequence: place,
      modifiedSequence: place,
    }
    return Either.right({
      result: { webhook: webhookResource(row), sealedSecret },
      rows: [
        { table: "subscription", row },
        { table: "subscriptionCount", row: { organizationId, id: organizationId, count: count + 1 } },
      ],
      events: [],
    })
  },
})

const tooMany = conflict(
  "limite_de_suscripciones",
  `Una organización puede tener ${maxSubscriptions} suscripciones como máximo.`,
)
