import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import type { Organization } from "./Organization.ts"

/** The row of the company itself. */
export const organizationKey = (organizationId: OrganizationId) =>
  key("organization", organizationId, organizationId)

/** The company that a command belongs to; it always exists, as commands come under its keys. */
export const presentOrganization = (view: View, organizationId: OrganizationId): Organization => {
  const organization = view.get("organization", organizationId, organizationId)
  if (organization === undefined) throw new Error("an access key without its organization")
  return organization
}

/** The company of a command that comes under no key of its own; refuses an id that nobody has. */
export const foundOrganization = (view: View, organizationId: OrganizationId): Either.Either<Organization, NotFound> =>
  Either.fromNullable(view.get("organization", organizationId, organizationId), () => notFound("la organización"))
