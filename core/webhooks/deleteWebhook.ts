import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { abandonWaiting } from "../deliveries/abandonDeliveries.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { webhookJob } from "../jobs/Job.ts"
import { noWebhook } from "./presentWebhook.ts"

/**
 * Removes a webhook, which makes room for another. Its waiting deliveries are abandoned, as there is nobody left to send them
 * to: those named in `waiting` here, any others by a worker.
 */
export const deleteWebhook = (
  organizationId: OrganizationId,
  id: string,
  waiting: ReadonlyArray<string>,
): Command<void> => {
  const own = key("webhook", organizationId, id)
  return {
    organizationId,
    reads: () => [
      own,
      key("webhookCount", organizationId, organizationId),
      ...waiting.map((delivery) => key("delivery", organizationId, delivery)),
    ],
    decide: (view, supply) => {
      const counted = view.get("webhookCount", organizationId, organizationId)
      if (view.get("webhook", organizationId, id) === undefined) return Either.left(noWebhook)
      if (counted === undefined) throw new Error("a webhook that was not counted")
      const row = { ...counted, count: counted.count - 1 }
      return Either.right({
        result: undefined,
        rows: [{ table: "webhookCount", row }, ...abandonWaiting(view, organizationId, waiting, supply)],
        removed: [own],
        events: [],
        jobs: [webhookJob(organizationId, id, supply.clock)],
      })
    },
  }
}
