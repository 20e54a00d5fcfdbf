import type { Command } from "../commit/Command.ts"
import { removeRow } from "../commit/removeRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** Deletes a subscription; its invoices stay as they are (decisions, section 2). */
export const deleteSubscription = (organizationId: OrganizationId, id: string): Command<void> =>
  removeRow("subscription", organizationId, id, "la suscripción")
