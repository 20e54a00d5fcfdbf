import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { abandonWaiting } from "../deliveries/abandonDeliveries.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { webhookJob } from "../jobs/Job.ts"
import { changedAt } from "./changedAt.ts"
import { presentWebhook } from "./presentWebhook.ts"
import type { Webhook } from "./Webhook.ts"
import { reactivate } from "./webhookHealth.ts"
import { webhookContents, type WebhookPatch } from "./webhookInput.ts"
import { type WebhookResource, webhookResource } from "./webhookResource.ts"

/**
 * Changes the given properties; a URL that is not given stays, and so does the secret (contract, section 6.3 rule 5).
 * `activo: true` re-activates. `activo: false` switches off and abandons the waiting deliveries: those named in `waiting`
 * here, any others by a worker. A patch that changes nothing writes nothing.
 */
export const updateWebhook = (
  organizationId: OrganizationId,
  id: string,
  patch: WebhookPatch,
  waiting: ReadonlyArray<string> = [],
): Command<WebhookResource> => ({
  organizationId,
  reads: () => [
    key("webhook", organizationId, id),
    ...waiting.map((delivery) => key("delivery", organizationId, delivery)),
  ],
  decide: (view, supply) =>
    Either.map(presentWebhook(view, organizationId, id), (present) => {
      const changed = patched(present, patch)
      if (isSameRow(present, changed)) return unchanged(webhookResource(present))
      const row = changedAt(supply.sequence(), present, changed)
      const isSwitchedOff = present.activo && !row.activo
      const abandoned = isSwitchedOff ? abandonWaiting(view, organizationId, waiting, supply) : []
      return {
        result: webhookResource(row),
        rows: [{ table: "webhook", row }, ...abandoned],
        events: [],
        jobs: isSwitchedOff ? [webhookJob(organizationId, id, supply.clock)] : [],
      }
    }),
})

/** `reactivar`: switches on, and counts failures from 0. */
export const reactivateWebhook = (organizationId: OrganizationId, id: string): Command<WebhookResource> =>
  updateWebhook(organizationId, id, { activo: true })

const patched = (present: Webhook, patch: WebhookPatch): Webhook => {
  const { activo, ...contents } = given(patch)
  const changed = { ...present, ...webhookContents({ ...present, ...contents }) }
  if (activo === undefined) return changed
  return activo === false ? { ...changed, activo } : reactivate(changed)
}
