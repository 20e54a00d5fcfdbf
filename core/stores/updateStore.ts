import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"
import { type Store, type StorePatch, type StoreResource, storeResource } from "./Store.ts"

/**
 * Changes the given properties of a store (decisions, section 2). A patch that changes nothing writes nothing.
 */
export const updateStore = (organizationId: OrganizationId, id: string, patch: StorePatch): Command<StoreResource> => ({
  organizationId,
  reads: () => [key("store", organizationId, id)],
  decide: (view, supply) => {
    const present = view.get("store", organizationId, id)
    if (present === undefined) return Either.left(notFound("la tienda"))
    const changed: Store = { ...present, ...given(patch) }
    if (isSameRow(present, changed)) return Either.right(unchanged(storeResource(present)))
    const row = { ...changed, modifiedSequence: supply.sequence() }
    return Either.right({ result: storeResource(row), rows: [{ table: "store", row }], events: [] })
  },
})
