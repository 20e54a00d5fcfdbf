import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { webhookJob } from "../jobs/Job.ts"
import { activeWebhook } from "../webhooks/presentWebhook.ts"
import { testEvent } from "../webhooks/subscribedEvents.ts"
import { deliveryOf } from "./deliveryOf.ts"
import { type DeliveryResource, deliveryResource } from "./deliveryResource.ts"

/** Sends `webhook.test` to this webhook (`probar`; contract, section 6.1). Refuses a webhook that is switched off. */
export const testWebhook = (organizationId: OrganizationId, id: string): Command<DeliveryResource> => ({
  organizationId,
  reads: () => [key("webhook", organizationId, id)],
  decide: (view, supply) =>
    Either.map(activeWebhook(view, organizationId, id), (webhook) => {
      const what = { suceso: testEvent, creado: supply.now, datos: { prueba: true } } as const
      const row = deliveryOf(webhook, what, supply)
      const jobs = [webhookJob(organizationId, id, supply.clock)]
      return { result: deliveryResource(row), rows: [{ table: "delivery", row }], events: [], jobs }
    }),
})
