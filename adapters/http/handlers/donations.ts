import { Effect } from "effect"
import { createDonation } from "../../../core/donations/createDonation.ts"
import { deleteDonation } from "../../../core/donations/deleteDonation.ts"
import { listDonations, readDonation } from "../../../core/donations/readDonations.ts"
import { updateDonation } from "../../../core/donations/updateDonation.ts"
import * as contract from "../contract/donations.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/donativos`. */
export const donationRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.donations> => ({
  createDonation: keyed(contract.createDonation, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, createDonation(organizationId, body), (donation) =>
      created(addressOf(incoming, `/donativos/${donation.id}`), donation))),

  listDonations: lists.route(contract.listDonations, (call, caller, request) =>
    listDonations(caller.organizationId, request, call.query)),

  readDonation: keyed(contract.readDonation, ({ path }, { organizationId }) =>
    Effect.map(readDonation(organizationId, path.id), ok)),

  updateDonation: keyed(contract.updateDonation, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateDonation(organizationId, path.id, body), ok)),

  deleteDonation: keyed(contract.deleteDonation, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deleteDonation(organizationId, path.id), () => noContent)),
})
