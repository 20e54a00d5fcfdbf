import type { Command } from "../commit/Command.ts"
import { removeRow } from "../commit/removeRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** Deletes a deal, whatever its state, without an event. Refuses an id that does not exist. */
export const deleteDeal = (organizationId: OrganizationId, id: string): Command<void> =>
  removeRow("deal", organizationId, id, "la oportunidad")
