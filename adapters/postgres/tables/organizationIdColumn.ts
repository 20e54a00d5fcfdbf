import { type OrganizationId, organizationId } from "../../../core/identifiers/organizationId.ts"
import { type Column, uuid } from "./columns.ts"

/** uuid of an organization; the first column of every key. */
export const organizationIdColumn: Column<OrganizationId> = {
  encode: (value) => value,
  decode: (value) => organizationId(uuid.decode(value)),
}
