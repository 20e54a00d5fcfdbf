import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"

/** Deletes a deal, whatever its state (decisions, section 2). */
export const deleteDeal = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: () => [key("deal", organizationId, id)],
  decide: (view) =>
    view.get("deal", organizationId, id) === undefined
      ? Either.left(notFound("la oportunidad"))
      : Either.right({ result: undefined, rows: [], removed: [key("deal", organizationId, id)], events: [] }),
})
