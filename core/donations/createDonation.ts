import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type FieldIssue, invalidInput } from "../refusals/refusal.ts"
import { type Donation, type DonationInput, type DonationResource, donationResource } from "./Donation.ts"
import { donationContents } from "./donationContents.ts"
import { checkDonors, donorKeys, noDonor } from "./donors.ts"

/**
 * Registers a donation, as of today unless a date is given; emits `donation.received` (decisions, section 2). Refuses a donor
 * that does not exist, and two of them.
 */
export const createDonation = (organizationId: OrganizationId, input: DonationInput): Command<DonationResource> => {
  const donors = { socio_id: orNull(input.socio_id), contacto_id: orNull(input.contacto_id) }
  return {
    organizationId,
    reads: () => [organizationKey(organizationId), ...donorKeys(organizationId, donors)],
    decide: (view, supply) => {
      const issues: Array<FieldIssue> = []
      checkDonors(view, organizationId, donors, noDonor, issues)
      const contents = donationContents(input, presentOrganization(view, organizationId), supply.clock, issues)
      if (issues.length > 0) return Either.left(invalidInput(issues))

      const row: Donation = { ...newRow(organizationId, supply), ...contents }
      const donativo = donationResource(row)
      return Either.right({
        result: donativo,
        rows: [{ table: "donation", row }],
        events: [{ suceso: "donation.received", datos: { donativo } }],
      })
    },
  }
}
