import type { Command } from "../commit/Command.ts"
import { removeRow } from "../commit/removeRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** Deletes a donation, without an event. Refuses an id that does not exist. */
export const deleteDonation = (organizationId: OrganizationId, id: string): Command<void> =>
  removeRow("donation", organizationId, id, "el donativo")
