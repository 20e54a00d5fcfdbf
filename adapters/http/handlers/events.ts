import { Effect } from "effect"
import { listEvents } from "../../../core/examples/listEvents.ts"
import * as contract from "../contract/events.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/eventos`. */
export const eventRoutes = ({ lists }: HandlerTools): RoutesOf<typeof contract.events> => ({
  listEvents: lists.route(contract.listEvents, (_call, _caller, request) => Effect.succeed(listEvents(request))),
})
