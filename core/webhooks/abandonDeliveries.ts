import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { abandonWaiting } from "./abandonWaiting.ts"

/** Gives up these deliveries of a subscription, unless it is on again: then nothing is done. */
export const abandonDeliveries = (
  organizationId: OrganizationId,
  webhookId: string,
  ids: ReadonlyArray<string>,
): Command<{ readonly activo: boolean }> => ({
  organizationId,
  reads: () => [
    key("webhook", organizationId, webhookId),
    ...ids.map((id) => key("delivery", organizationId, id)),
  ],
  decide: (view, supply) => {
    const activo = view.get("webhook", organizationId, webhookId)?.activo === true
    const rows = activo ? [] : abandonWaiting(view, organizationId, ids, supply)
    return Either.right({ result: { activo }, rows, events: [] })
  },
})
