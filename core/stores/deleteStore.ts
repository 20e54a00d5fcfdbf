import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"

/** Disconnects a store; the invoices of its orders stay as they are (decisions, section 2). */
export const deleteStore = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: () => [key("store", organizationId, id)],
  decide: (view) =>
    view.get("store", organizationId, id) === undefined
      ? Either.left(notFound("la tienda"))
      : Either.right({ result: undefined, rows: [], removed: [key("store", organizationId, id)], events: [] }),
})
