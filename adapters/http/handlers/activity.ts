import { Effect } from "effect"
import { listActivity } from "../../../core/activity/readActivity.ts"
import * as contract from "../contract/activity.ts"
import { ok } from "../Reply.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

const collection = "actividad"

export const activityRoutes = ({ lists }: HandlerTools): RoutesOf<typeof contract.activity> => ({
  listActivity: keyed(contract.listActivity, (call, caller) =>
    Effect.gen(function*() {
      const request = yield* lists.request(collection, call, caller)
      const page = yield* listActivity(caller.organizationId, request)
      return ok(lists.resource(collection, call, caller, page))
    })),
})
