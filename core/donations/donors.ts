import type { View } from "../commit/Command.ts"
import { contactKeys, namedContact, noSuchContact } from "../contacts/namedContact.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { memberKeys, namedMember } from "../members/namedMember.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type Donation, donorIssues } from "./Donation.ts"

/** Who gave a donation. */
export type Donors = Pick<Donation, "contacto_id" | "socio_id">

/** Who gave what nobody has told of. */
export const nobody: Donors = { socio_id: null, contacto_id: null }

/** The rows of those who are named. */
export const donorKeys = (organizationId: OrganizationId, { contacto_id, socio_id }: Donors) =>
  [...memberKeys(organizationId, socio_id), ...contactKeys(organizationId, contacto_id)]

/**
 * Adds to `issues` where both are named, and who does not exist (`donorKeys`). Who was named before may be deleted since: the
 * donation keeps naming them.
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
  const chooses = (chosen: string | null, present: string | null) => chosen !== null && chosen !== present
  if (chooses(socio_id, before.socio_id) && namedMember(view, organizationId, socio_id) === undefined) {
    issues.push({ campo: "socio_id", motivo: "no existe ese socio" })
  }
  if (both.length > 0 || !chooses(contacto_id, before.contacto_id)) return
  if (namedContact(view, organizationId, contacto_id) === undefined) {
    issues.push(noSuchContact("contacto_id"))
  }
}
