import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Contact } from "./Contact.ts"

/** The row of a contact that may be named; none where nobody is. */
export const contactKeys = (organizationId: OrganizationId, id: string | null) =>
  id === null ? [] : [key("contact", organizationId, id)]

/** The contact that may be named (`contactKeys`): undefined where nobody is named, or nobody has that id. */
export const namedContact = (view: View, organizationId: OrganizationId, id: string | null): Contact | undefined =>
  id === null ? undefined : view.get("contact", organizationId, id)
