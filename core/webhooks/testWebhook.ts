import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { deliveryOf } from "../deliveries/deliveryOf.ts"
import { type DeliveryResource, deliveryResource } from "../deliveries/deliveryResource.ts"
import { webhookJob } from "../jobs/Job.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { activeWebhook } from "./presentWebhook.ts"
import { testEvent } from "./subscribedEvents.ts"

/** `probar`: `webhook.test` is due at once for this subscription alone. Refuses one that is switched off. */
export const testWebhook = (organizationId: OrganizationId, id: string): Command<DeliveryResource> => ({
  organizationId,
  reads: () => [key("webhook", organizationId, id)],
  decide: (view, supply) =>
    Either.map(activeWebhook(view, organizationId, id), (subscription) => {
      const what = { suceso: testEvent, creado: supply.now, datos: { prueba: true } } as const
      const row = deliveryOf(subscription, what, supply)
      const jobs = [webhookJob(organizationId, id, supply.clock)]
      return { result: deliveryResource(row), rows: [{ table: "delivery", row }], events: [], jobs }
    }),
})
