import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
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
