import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { conflict } from "../refusals/refusal.ts"
import { firstSecrets } from "./secretRotation.ts"
import type { Webhook } from "./Webhook.ts"
import { webhookContents, type WebhookInput } from "./webhookInput.ts"
import { type WebhookResource, webhookResource, type WebhookWithSecret } from "./webhookResource.ts"

/** The most webhooks that a company may have (decisions, section 1). */
export const maxWebhooks = 20

/** A webhook with its secret as it is stored, sealed: it has to be opened before it is shown. */
export interface SealedWebhook {
  readonly webhook: WebhookResource
  readonly sealedSecret: string
}

/** The answer as it is kept under an Idempotency-Key: its `secreto` is still sealed, and is opened when it is shown again. */
export const withSealedSecret = ({ sealedSecret, webhook }: SealedWebhook): WebhookWithSecret =>
  ({ ...webhook, secreto: sealedSecret })

/** Creates an active webhook with a secret that is sealed already. Refuses the 21st of a company. */
export const createWebhook = (
  organizationId: OrganizationId,
  input: WebhookInput,
  sealedSecret: string,
): Command<SealedWebhook> => ({
  organizationId,
  reads: () => [key("webhookCount", organizationId, organizationId)],
  decide: (view, supply) => {
    const count = view.get("webhookCount", organizationId, organizationId)?.count ?? 0
    if (count >= maxWebhooks) return Either.left(tooMany)
    const made = newRow(organizationId, supply)
    const row: Webhook = {
      ...made,
      ...webhookContents(input),
      activo: true,
      fallos_seguidos: 0,
      ...firstSecrets(sealedSecret),
      onSequence: made.createdSequence,
      offSequence: 0,
      formerSucesos: [],
    }
    return Either.right({
      result: { webhook: webhookResource(row), sealedSecret },
      rows: [
        { table: "webhook", row },
        { table: "webhookCount", row: { organizationId, id: organizationId, count: count + 1 } },
      ],
      events: [],
    })
  },
})

const tooMany = conflict(
  "limite_de_suscripciones",
  `Una organización puede tener ${maxWebhooks} suscripciones como máximo.`,
)
