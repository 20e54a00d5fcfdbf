import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { SealedWebhook } from "./createWebhook.ts"
import { presentWebhook } from "./presentWebhook.ts"
import { rotateSecret } from "./secretRotation.ts"
import { webhookResource } from "./webhookResource.ts"

/** `rotar-secreto`: replaces the secret by another, already sealed; the old one goes on signing beside it for 24 hours. */
export const rotateWebhookSecret = (
  organizationId: OrganizationId,
  id: string,
  sealedSecret: string,
): Command<SealedWebhook> => ({
  organizationId,
  reads: () => [key("webhook", organizationId, id)],
  decide: (view, supply) =>
    Either.map(presentWebhook(view, organizationId, id), (present) => {
      const secrets = rotateSecret(present, sealedSecret, supply.clock)
      const row = { ...present, ...secrets, modifiedSequence: supply.sequence() }
      return {
        result: { webhook: webhookResource(row), sealedSecret },
        rows: [{ table: "webhook", row }],
        events: [],
      }
    }),
})
