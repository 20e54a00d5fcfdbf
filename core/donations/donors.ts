import type { View } from "../commit/Command.ts"
import { contactKeys, namedContact, noSuchContact } from "../contacts/namedContact.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { memberKeys, namedMember } from "../members/namedMember.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type Donation, donorIssues } from "./Donation.ts"

/** Who gave a donation: a member, a contact, or somebody unknown. */
type Donors = Pick<Donation, "contacto_id" | "socio_id">

/** The donors of a donation of which no donor is known. */
export const noDonor: Donors = { socio_id: null, contacto_id: null }

/** The keys of the member or the contact that is named, to be read. */
export const donorKeys = (organizationId: OrganizationId, { contacto_id, socio_id }: Donors) =>
  [...memberKeys(organizationId, socio_id), ...contactKeys(organizationId, contacto_id)]

/**
 * Adds to `issues` where both donors are named, and where a donor that `before` did not name does not exist (`donorKeys` had
 * them read). A donor that was named before may be deleted by now: the donation keeps naming them.
 */
export const checkDonors = (
  view: View,
  organizationId: OrganizationId,
  { contacto_id, socio_id }: Donors,
  before: Donors,
  issues: Array<FieldIssue>,
): void => {
  const both = donorIssues({ contacto_id, socio_id })
  issues.push(...both)
  const isNew = (id: string | null, idBefore: string | null) => id !== null && id !== idBefore
  if (isNew(socio_id, before.socio_id) && namedMember(view, organizationId, socio_id) === undefined) {
    issues.push({ campo: "socio_id", motivo: "no existe ese socio" })
  }
  // One reason for `contacto_id` is enough.
  if (both.length > 0 || !isNew(contacto_id, before.contacto_id)) return
  if (namedContact(view, organizationId, contacto_id) === undefined) issues.push(noSuchContact("contacto_id"))
}
