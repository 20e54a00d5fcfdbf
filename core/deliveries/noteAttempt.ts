import { Either } from "effect"
import { activityEntry } from "../activity/ActivityEntry.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import { key, type TableRow } from "../commit/tables.ts"
import { changedAt } from "../webhooks/changedAt.ts"
import { countAttempt } from "../webhooks/webhookHealth.ts"
import { abandon } from "./abandonAndReplay.ts"
import { waitsInVain } from "./abandonDeliveries.ts"
import { type AttemptOutcome, afterAttempt, succeeded } from "./afterAttempt.ts"
import type { StoredDelivery } from "./Delivery.ts"

/** The state of a webhook after an attempt. */
export interface AttemptNoted {
  /** Whether it is still on; if not, what waits for it is to be abandoned. */
  readonly activo: boolean
  /** Whether this attempt switched it off. */
  readonly deactivated: boolean
}

/**
 * Writes down how an attempt ended, in the delivery and in its webhook's count of failures. The fifteenth failure in a row
 * switches the webhook off, with an entry in the activity log (contract, section 3.4). No attempt is counted twice.
 */
export const noteAttempt = (
  { id, organizationId, webhook_id }: Pick<StoredDelivery, "organizationId" | "id" | "webhook_id">,
  outcome: AttemptOutcome,
): Command<AttemptNoted> => ({
  organizationId,
  reads: () => [key("delivery", organizationId, id), key("webhook", organizationId, webhook_id)],
  decide: (view, supply) => {
    const before = view.get("delivery", organizationId, id)
    const webhook = view.get("webhook", organizationId, webhook_id)
    const result = { activo: webhook?.activo === true, deactivated: false }
    if (before === undefined) return Either.right(unchanged(result))
    const after = afterAttempt(before, outcome, supply.clock)
    if (after === before) return Either.right(unchanged(result))
    // The webhook may have been switched off while the attempt ran.
    const settled = waitsInVain(webhook, before) ? abandon(after, supply.clock) : after
    const rows: Array<TableRow> = [{ table: "delivery", row: { ...settled, modifiedSequence: supply.sequence() } }]
    if (webhook === undefined) return Either.right({ result, rows, events: [] })
    const { deactivated, webhook: counted } = countAttempt(webhook, succeeded(outcome))
    if (deactivated) {
      rows.push({ table: "webhook", row: changedAt(supply.sequence(), webhook, counted) })
      rows.push(activityEntry(supply, {
        organizationId,
        tipo: "webhook_deactivated",
        mensaje: `Se ha desactivado la suscripción a ${webhook.url} tras ${counted.fallos_seguidos} envíos fallidos`
          + " seguidos. Lo que esperaba se ha abandonado; al reactivarla se puede reenviar.",
        recurso: "webhook",
        recurso_id: webhook.id,
      }))
    } else if (counted !== webhook) {
      rows.push({ table: "webhook", row: counted })
    }
    return Either.right({ result: { activo: counted.activo, deactivated }, rows, events: [] })
  },
})
