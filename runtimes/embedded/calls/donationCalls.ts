import { Schema } from "effect"
import { createDonation } from "../../../core/donations/createDonation.ts"
import { deleteDonation } from "../../../core/donations/deleteDonation.ts"
import { DonationInput, DonationPatch, DonationResource } from "../../../core/donations/Donation.ts"
import { donationFilters } from "../../../core/donations/donationFilters.ts"
import { listDonations, readDonation } from "../../../core/donations/readDonations.ts"
import { updateDonation } from "../../../core/donations/updateDonation.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(DonationInput)
const patch = namedInput(byId, DonationPatch)
const query = queryInput(Schema.Struct({ ...listParameters, ...donationFilters }))

/** Donations received (decisions, section 2). */
export const donationCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /** Records a donation, as of today unless `fecha` is given; of a member, a contact or nobody. */
    createDonation: write(toWrite(caller, {
      name: "createDonation",
      input: fresh,
      command: (body) => createDonation(organizationId, body),
      shown: DonationResource,
    })),
    /** Lists the donations. */
    listDonations: list(toList(caller, "donativos", query, (request, filters) =>
      listDonations(organizationId, request, filters))),
    /** Reads a donation. */
    readDonation: read(toRead(caller, id, (given) => readDonation(organizationId, given.id))),
    /** Changes what is given of a donation; null empties a property, or resets it to its default. */
    updateDonation: write(toWrite(caller, {
      name: "updateDonation",
      input: patch,
      command: ({ body, ids }) => updateDonation(organizationId, ids.id, body),
      shown: DonationResource,
    })),
    /** Deletes a donation. */
    deleteDonation: write(toWrite(caller, {
      name: "deleteDonation",
      input: id,
      command: (given) => deleteDonation(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
