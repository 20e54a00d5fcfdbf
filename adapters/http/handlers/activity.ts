import { listActivity } from "../../../core/activity/readActivity.ts"
import * as contract from "../contract/activity.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

export const activityRoutes = ({ lists }: HandlerTools): RoutesOf<typeof contract.activity> => ({
  listActivity: keyed(contract.listActivity, (call, caller) =>
    lists.answer("actividad", call, caller, (request) => listActivity(caller.organizationId, request))),
})
