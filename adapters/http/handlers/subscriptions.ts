import { Effect } from "effect"
import { createSubscription } from "../../../core/subscriptions/createSubscription.ts"
import { deleteSubscription } from "../../../core/subscriptions/deleteSubscription.ts"
import { listSubscriptions, readSubscription } from "../../../core/subscriptions/readSubscriptions.ts"
import { updateSubscription } from "../../../core/subscriptions/updateSubscription.ts"
import * as contract from "../contract/subscriptions.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/suscripciones`. */
export const subscriptionRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.subscriptions> => ({
  createSubscription: keyed(contract.createSubscription, ({ body, incoming }, { modo, organizationId, safeguards }) =>
    carryOut(safeguards, createSubscription(organizationId, body, modo), (subscription) =>
      created(addressOf(incoming, `/suscripciones/${subscription.id}`), subscription))),

  listSubscriptions: lists.route(contract.listSubscriptions, (call, caller, request) =>
    listSubscriptions(caller.organizationId, request, call.query)),

  readSubscription: keyed(contract.readSubscription, ({ path }, { organizationId }) =>
    Effect.map(readSubscription(organizationId, path.id), ok)),

  updateSubscription: keyed(contract.updateSubscription, ({ body, path }, { modo, organizationId, safeguards }) =>
    carryOut(safeguards, updateSubscription(organizationId, path.id, body, modo), ok)),

  deleteSubscription: keyed(contract.deleteSubscription, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deleteSubscription(organizationId, path.id), () => noContent)),
})
