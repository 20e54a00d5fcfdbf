import { Effect, Option } from "effect"
import type { StoredTableName, Tables } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { NotFound } from "../refusals/refusal.ts"

/** One row of a company as it is shown; fails with `missing` where there is none of that id. */
export const readShown = <T extends StoredTableName, A>(
  table: T,
  organizationId: OrganizationId,
  id: string,
  missing: NotFound,
  shown: (row: Tables[T]) => A,
): Effect.Effect<A, NotFound | StorageUnavailable, Storage> =>
  Effect.flatMap(Storage, ({ find }) =>
    Effect.flatMap(find(table, organizationId, id), (found) =>
      Option.isSome(found) ? Effect.succeed(shown(found.value)) : Effect.fail(missing)))
