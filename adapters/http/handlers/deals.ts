import { Effect } from "effect"
import { createDeal } from "../../../core/deals/createDeal.ts"
import { deleteDeal } from "../../../core/deals/deleteDeal.ts"
import { listDeals, readDeal } from "../../../core/deals/readDeals.ts"
import { updateDeal } from "../../../core/deals/updateDeal.ts"
import * as contract from "../contract/deals.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/oportunidades`. */
export const dealRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.deals> => ({
  createDeal: keyed(contract.createDeal, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, createDeal(organizationId, body), (deal) =>
      created(addressOf(incoming, `/oportunidades/${deal.id}`), deal))),

  listDeals: lists.route(contract.listDeals, (call, caller, request) =>
    listDeals(caller.organizationId, request, call.query)),

  readDeal: keyed(contract.readDeal, ({ path }, { organizationId }) =>
    Effect.map(readDeal(organizationId, path.id), ok)),

  updateDeal: keyed(contract.updateDeal, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateDeal(organizationId, path.id, body), ok)),

  deleteDeal: keyed(contract.deleteDeal, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deleteDeal(organizationId, path.id), () => noContent)),
})
