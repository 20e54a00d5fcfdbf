import type { OrganizationId } from "../identifiers/organizationId.ts"

/**
 * Whether any invoice or expense names a contact: looked up, never stored. A decision that names a contact writes
 * `used` for those that follow in its batch.
 */
export interface ContactUse {
  readonly organizationId: OrganizationId
  /** Of the contact. */
  readonly id: string
  readonly used: boolean
}

/** Tells the following commands of a batch that the contact is named now. */
export const contactUsed = (organizationId: OrganizationId, contactId: string | null) =>
  contactId === null
    ? []
    : [{ table: "contactUse", row: { organizationId, id: contactId, used: true } }] as const
