import { Either } from "effect"
import type { Command, Supply, View } from "../commit/Command.ts"
import { key, type TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Webhook } from "../webhooks/Webhook.ts"
import { abandon } from "./abandonAndReplay.ts"
import type { StoredDelivery } from "./Delivery.ts"

/**
 * Whether a pending delivery must not be sent any more: its webhook is deleted or switched off, or was switched off at some
 * time since the delivery last changed.
 */
export const waitsInVain = (webhook: Webhook | undefined, { modifiedSequence }: StoredDelivery): boolean =>
  webhook?.activo !== true || modifiedSequence < webhook.offSequence

/** Abandons those of these deliveries of a webhook that wait in vain (`waitsInVain`). */
export const abandonDeliveries = (
  organizationId: OrganizationId,
  webhookId: string,
  ids: ReadonlyArray<string>,
): Command<void> => ({
  organizationId,
  reads: () => [
    key("webhook", organizationId, webhookId),
    ...ids.map((id) => key("delivery", organizationId, id)),
  ],
  decide: (view, supply) => {
    const webhook = view.get("webhook", organizationId, webhookId)
    const inVain = ids.filter((id) => {
      const delivery = view.get("delivery", organizationId, id)
      return delivery !== undefined && waitsInVain(webhook, delivery)
    })
    return Either.right({ result: undefined, rows: abandonWaiting(view, organizationId, inVain, supply), events: [] })
  },
})

/** Those of these deliveries that are pending, abandoned, as rows to write. */
export const abandonWaiting = (
  view: View,
  organizationId: OrganizationId,
  ids: ReadonlyArray<string>,
  supply: Supply,
): ReadonlyArray<TableRow<"delivery">> =>
  ids.flatMap((id) => {
    const delivery = view.get("delivery", organizationId, id)
    return delivery?.estado === "pending"
      ? [{ table: "delivery", row: { ...abandon(delivery, supply.clock), modifiedSequence: supply.sequence() } }]
      : []
  })
