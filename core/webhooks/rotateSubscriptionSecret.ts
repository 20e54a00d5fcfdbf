import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { SealedWebhook } from "./createSubscription.ts"
import { presentSubscription } from "./presentSubscription.ts"
import { rotateSecret } from "./secretRotation.ts"
import { webhookResource } from "./subscriptionResource.ts"

/** `rotar-secreto`: a secret that was sealed before takes over; the present one signs beside it for 24 hours. */
export const rotateSubscriptionSecret = (
  organizationId: OrganizationId,
  id: string,
  sealedSecret: string,
): Command<SealedWebhook> => ({
  organizationId,
  reads: () => [key("subscription", organizationId, id)],
  decide: (view, supply) =>
    Either.map(presentSubscription(view, organizationId, id), (present) => {
      const secrets = rotateSecret(present, sealedSecret, supply.now)
      const row = { ...present, ...secrets, modifiedSequence: supply.sequence() }
      return {
        result: { webhook: webhookResource(row), sealedSecret },
        rows: [{ table: "subscription", row }],
        events: [],
      }
    }),
})
