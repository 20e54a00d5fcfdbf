import type { OrganizationId } from "../identifiers/organizationId.ts"

/**
 * Whether any invoice or expense names a contact. It is looked up and never stored. A decision that names a contact puts a
 * row with `used: true` among its own, so that later decisions of the same batch see it (`contactUsed`).
 */
export interface ContactUse {
  readonly organizationId: OrganizationId
  /** The contact's id. */
  readonly id: string
  readonly used: boolean
}

/** The row by which a decision lets later ones of its batch know that it names this contact; none for null. */
export const contactUsed = (organizationId: OrganizationId, contactId: string | null) =>
  contactId === null
    ? []
    : [{ table: "contactUse", row: { organizationId, id: contactId, used: true } }] as const
