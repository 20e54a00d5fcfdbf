import { Effect, Schema } from "effect"
import { listEvents } from "../../../core/examples/listEvents.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { queryInput } from "./Input.ts"
import { toList } from "./read.ts"

const query = queryInput(Schema.Struct(listParameters))

/** The events that webhooks can be subscribed to. */
export const eventCalls = <K extends Kinds>(
  { list }: Face<K>,
  caller: Caller,
) => ({
  /** Lists the events that a webhook may subscribe to, each with an example of its body. */
  listEvents: list(toList(caller, "eventos", query, (request) => Effect.succeed(listEvents(request)))),
})
