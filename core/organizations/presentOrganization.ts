import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import type { Organization } from "./Organization.ts"

/** The row of a company. */
export const organizationKey = (organizationId: OrganizationId) =>
  key("organization", organizationId, organizationId)

/** The company of a command. It exists, since whoever sends commands has one of its access keys. */
export const presentOrganization = (view: View, organizationId: OrganizationId): Organization => {
  const organization = view.get("organization", organizationId, organizationId)
  if (organization === undefined) throw new Error("an access key without its organization")
  return organization
}

/** The company of a command of the account owner, who needs no access key; refuses an id that no company has. */
export const foundOrganization = (view: View, organizationId: OrganizationId): Either.Either<Organization, NotFound> =>
  Either.fromNullable(view.get("organization", organizationId, organizationId), () => notFound("la organización"))
