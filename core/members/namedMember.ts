import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Member } from "./Member.ts"

/** The row of the member with this id; none if the id is null. */
export const memberKeys = (organizationId: OrganizationId, id: string | null) =>
  id === null ? [] : [key("member", organizationId, id)]

/** The member with this id (`memberKeys`); undefined if the id is null, or nobody has it. */
export const namedMember = (view: View, organizationId: OrganizationId, id: string | null): Member | undefined =>
  id === null ? undefined : view.get("member", organizationId, id)
