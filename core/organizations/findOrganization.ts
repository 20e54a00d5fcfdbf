import { Effect, Option } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import type { Organization } from "./Organization.ts"

/** The company with an id that somebody has given; refuses an id that no company has. */
export const findOrganization = (
  id: OrganizationId,
): Effect.Effect<Organization, NotFound | StorageUnavailable, Storage> =>
  Effect.flatMap(Storage, ({ find }) =>
    Effect.flatMap(find("organization", id, id), Option.match({
      onNone: () => Effect.fail(notFound("la organización")),
      onSome: Effect.succeed,
    })))
