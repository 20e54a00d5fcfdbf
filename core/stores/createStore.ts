import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Store, type StoreInput, type StoreResource, storeResource } from "./Store.ts"

/** Connects a store (decisions, section 2). */
export const createStore = (organizationId: OrganizationId, input: StoreInput): Command<StoreResource> => ({
  organizationId,
  reads: () => [],
  decide: (_, supply) => {
    const row: Store = {
      ...newRow(organizationId, supply),
      ...input,
      estado: input.estado ?? "active",
    }
    return Either.right({ result: storeResource(row), rows: [{ table: "store", row }], events: [] })
  },
})
