import { listActivity } from "../../../core/activity/readActivity.ts"
import * as contract from "../contract/activity.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/actividad`. */
export const activityRoutes = ({ lists }: HandlerTools): RoutesOf<typeof contract.activity> => ({
  listActivity: lists.route(contract.listActivity, (_, caller, request) =>
    listActivity(caller.organizationId, request)),
})
