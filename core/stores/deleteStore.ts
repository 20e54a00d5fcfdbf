import type { Command } from "../commit/Command.ts"
import { removeRow } from "../commit/removeRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** Disconnects a store; the invoices of its orders stay as they are (decisions, section 2). */
export const deleteStore = (organizationId: OrganizationId, id: string): Command<void> =>
  removeRow("store", organizationId, id, "la tienda")
