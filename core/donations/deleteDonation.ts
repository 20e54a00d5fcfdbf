import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"

/** Deletes a donation (decisions, section 2). */
export const deleteDonation = (organizationId: OrganizationId, id: string): Command<void> => {
  const own = key("donation", organizationId, id)
  return {
    organizationId,
    reads: () => [own],
    decide: (view) =>
      view.get("donation", organizationId, id) === undefined
        ? Either.left(notFound("el donativo"))
        : Either.right({ result: undefined, rows: [], removed: [own], events: [] }),
  }
}
