import { Effect, Option } from "effect"
import type { StoredTableName, Tables } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { NotFound } from "../refusals/refusal.ts"

/** Reads one row of a company and answers what `shown` makes of it. Fails with `missing` if there is no row with that id. */
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
