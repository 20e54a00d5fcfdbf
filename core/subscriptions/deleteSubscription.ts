import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"

/** Deletes a subscription; its invoices stay as they are (decisions, section 2). */
export const deleteSubscription = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: () => [key("subscription", organizationId, id)],
  decide: (view) =>
    view.get("subscription", organizationId, id) === undefined
      ? Either.left(notFound("la suscripción"))
      : Either.right({ result: undefined, rows: [], removed: [key("subscription", organizationId, id)], events: [] }),
})
