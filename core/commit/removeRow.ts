import { Either } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"
import type { Command } from "./Command.ts"
import { key, type StoredTableName } from "./tables.ts"

/** Removes a row that nothing else refers to, whatever its state, without an event. Refuses an id that does not exist. */
export const removeRow = (
  table: StoredTableName,
  organizationId: OrganizationId,
  id: string,
  /** How a refusal names it: "la tienda". */
  what: string,
): Command<void> => {
  const own = key(table, organizationId, id)
  return {
    organizationId,
    reads: () => [own],
    decide: (view) =>
      view.get(table, organizationId, id) === undefined
        ? Either.left(notFound(what))
        : Either.right({ result: undefined, rows: [], removed: [own], events: [] }),
  }
}
