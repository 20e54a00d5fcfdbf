import { Effect, Option } from "effect"
import { organizationId } from "../../../core/identifiers/organizationId.ts"
import { openOrganization } from "../../../core/organizations/openOrganization.ts"
import { type OrganizationResource, organizationResource } from "../../../core/organizations/Organization.ts"
import { OrganizationInput } from "../../../core/organizations/organizationInput.ts"
import { Storage, type StorageUnavailable } from "../../../core/ports/Storage.ts"
import { notFound } from "../../../core/refusals/refusal.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import { bodyInput, byId, idsInput } from "./Input.ts"

const fresh = bodyInput(OrganizationInput)
const id = idsInput(byId)

const all: (nothing: void) => Effect.Effect<ReadonlyArray<OrganizationResource>, StorageUnavailable, Storage> = () =>
  Effect.flatMap(Storage, ({ organizations }) => Effect.map(organizations, (found) => found.map(organizationResource)))

/** The companies of an installation (decisions, section 3). */
export const organizationCalls = <K extends Kinds>(
  { read }: Face<K>,
) => ({
  /** Opens a company; its `id` is what `company` takes. */
  createOrganization: read((given: typeof OrganizationInput.Encoded) =>
    Effect.map(Effect.flatMap(fresh.read(given), openOrganization), organizationResource)),
  /** All of them, oldest first. */
  listOrganizations: read(all),
  readOrganization: read((given: { readonly id: string }) =>
    Effect.gen(function*() {
      const asked = organizationId((yield* id.read(given)).id)
      const { find } = yield* Storage
      const found = Option.getOrUndefined(yield* find("organization", asked, asked))
      return found === undefined ? yield* Effect.fail(notFound("la organización")) : organizationResource(found)
    })),
})
