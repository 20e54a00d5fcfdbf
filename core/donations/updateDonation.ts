import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type FieldIssue, invalidInput, notFound } from "../refusals/refusal.ts"
import { type Donation, type DonationPatch, type DonationResource, donationResource } from "./Donation.ts"
import { donationContents } from "./donationContents.ts"
import { checkDonors, donorKeys } from "./donors.ts"

/**
 * Changes the given properties of a donation, without an event; null resets one to null or to its default. A patch that
 * changes nothing writes nothing. Refuses a new donor that does not exist, and two of them (decisions, section 2).
 */
export const updateDonation = (
  organizationId: OrganizationId,
  id: string,
  sent: DonationPatch,
): Command<DonationResource> => {
  const patch = given(sent)
  const named = { socio_id: orNull(patch.socio_id), contacto_id: orNull(patch.contacto_id) }
  return {
    organizationId,
    reads: () => [
      organizationKey(organizationId),
      key("donation", organizationId, id),
      ...donorKeys(organizationId, named),
    ],
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const present = view.get("donation", organizationId, id)
      if (present === undefined) return Either.left(notFound("el donativo"))
      const issues: Array<FieldIssue> = []
      const contents = donationContents({ ...present, ...patch }, organization, present.creado, issues)
      checkDonors(view, organizationId, contents, present, issues)
      if (issues.length > 0) return Either.left(invalidInput(issues))

      const changed: Donation = { ...present, ...contents }
      if (isSameRow(present, changed)) return Either.right(unchanged(donationResource(present)))
      const row = { ...changed, modifiedSequence: supply.sequence() }
      return Either.right({ result: donationResource(row), rows: [{ table: "donation", row }], events: [] })
    },
  }
}
