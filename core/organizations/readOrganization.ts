import { Effect, Option } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { Organization } from "./Organization.ts"

/** The company to which an access key belongs, so that it exists. */
export const readOrganization = Effect.fnUntraced(function*(
  id: OrganizationId,
): Effect.fn.Return<Organization, StorageUnavailable, Storage> {
  const storage = yield* Storage
  const found = yield* storage.find("organization", id, id)
  return yield* Option.match(found, {
    onNone: () => Effect.dieMessage("an access key without its organization"),
    onSome: Effect.succeed,
  })
})
