import { Effect } from "effect"
import { listEvents } from "../../../core/events/listEvents.ts"
import * as contract from "../contract/events.ts"
import { ok } from "../Reply.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

const collection = "eventos"

export const eventRoutes = ({ lists }: HandlerTools): RoutesOf<typeof contract.events> => ({
  listEvents: keyed(contract.listEvents, (call, caller) =>
    Effect.map(lists.request(collection, call, caller), (request) =>
      ok(lists.resource(collection, call, caller, listEvents(request))))),
})
