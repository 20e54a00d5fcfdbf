import { Schema } from "effect"
import { listActivity } from "../../../core/activity/readActivity.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { queryInput } from "./Input.ts"
import { toList } from "./read.ts"

const query = queryInput(Schema.Struct(listParameters))

/** The company's activity log. */
export const activityCalls = <K extends Kinds>(
  { list }: Face<K>,
  caller: Caller,
) => ({
  /** Lists the activity log. */
  listActivity: list(toList(caller, "actividad", query, (request) => listActivity(caller.organizationId, request))),
})
