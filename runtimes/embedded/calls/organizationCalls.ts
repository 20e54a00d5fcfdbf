import { Effect } from "effect"
import { organizationId } from "../../../core/identifiers/organizationId.ts"
import { findOrganization } from "../../../core/organizations/findOrganization.ts"
import { openOrganization } from "../../../core/organizations/openOrganization.ts"
import { type OrganizationResource, organizationResource } from "../../../core/organizations/Organization.ts"
import { OrganizationInput } from "../../../core/organizations/organizationInput.ts"
import { Storage, type StorageUnavailable } from "../../../core/ports/Storage.ts"
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
  /** Opens a company; its `id` is what `company` takes. Two with one NIF would keep two chains. */
  createOrganization: read((given: typeof OrganizationInput.Encoded) =>
    Effect.map(Effect.flatMap(fresh.read(given), openOrganization), organizationResource)),
  /** Lists all companies, oldest first. */
  listOrganizations: read(all),
  /** Reads a company. */
  readOrganization: read((given: { readonly id: string }) =>
    Effect.map(
      Effect.flatMap(id.read(given), (asked) => findOrganization(organizationId(asked.id))),
      organizationResource,
    )),
})
