import type { Command } from "../commit/Command.ts"
import { removeRow } from "../commit/removeRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** Deletes a donation (decisions, section 2). */
export const deleteDonation = (organizationId: OrganizationId, id: string): Command<void> =>
  removeRow("donation", organizationId, id, "el donativo")
