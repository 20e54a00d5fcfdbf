import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { webhookJob } from "../jobs/Job.ts"
import { activeWebhook } from "../webhooks/presentWebhook.ts"
import { replay } from "./abandonAndReplay.ts"
import { type DeliveryResource, deliveryResource } from "./deliveryResource.ts"
import { presentDelivery } from "./presentDelivery.ts"

/** Sends one delivery again (`reenviar`), whatever became of it. Refuses one that is too old, and a webhook that is off. */
export const replayDelivery = (
  organizationId: OrganizationId,
  webhookId: string,
  id: string,
): Command<DeliveryResource> => ({
  organizationId,
  reads: () => [key("webhook", organizationId, webhookId), key("delivery", organizationId, id)],
  decide: (view, supply) =>
    Either.gen(function*() {
      const webhook = yield* activeWebhook(view, organizationId, webhookId)
      const present = yield* presentDelivery(view, webhook, id)
      const row = { ...(yield* replay(present, supply.clock)), modifiedSequence: supply.sequence() }
      const jobs = [webhookJob(organizationId, webhookId, supply.clock)]
      return { result: deliveryResource(row), rows: [{ table: "delivery", row }], events: [], jobs }
    }),
})
