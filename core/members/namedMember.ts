import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Member } from "./Member.ts"

/** The row of a member that may be named; none where nobody is. */
export const memberKeys = (organizationId: OrganizationId, id: string | null) =>
  id === null ? [] : [key("member", organizationId, id)]

/** The member that may be named (`memberKeys`): undefined where nobody is named, or nobody has that id. */
export const namedMember = (view: View, organizationId: OrganizationId, id: string | null): Member | undefined =>
  id === null ? undefined : view.get("member", organizationId, id)
