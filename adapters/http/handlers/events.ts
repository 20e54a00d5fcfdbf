import { Effect } from "effect"
import { listEvents } from "../../../core/events/listEvents.ts"
import * as contract from "../contract/events.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

export const eventRoutes = ({ lists }: HandlerTools): RoutesOf<typeof contract.events> => ({
  listEvents: keyed(contract.listEvents, (call, caller) =>
    lists.answer("eventos", call, caller, (request) => Effect.succeed(listEvents(request)))),
})
