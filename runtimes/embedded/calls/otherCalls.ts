import { Effect, Schema } from "effect"
import { listActivity } from "../../../core/activity/readActivity.ts"
import { listEvents } from "../../../core/events/listEvents.ts"
import { SendingInput, SendingResource, sendInvoice } from "../../../core/mail/sendInvoice.ts"
import { listParameters } from "../../../adapters/http/contract/listParameters.ts"
import type { Caller } from "./Caller.ts"
import type { Face, Kinds } from "./Face.ts"
import { byId, namedInput, queryInput } from "./Input.ts"
import { toList } from "./read.ts"
import { toWrite } from "./write.ts"

const query = queryInput(Schema.Struct(listParameters))
const sending = namedInput(byId, SendingInput)

/** The company's activity log. */
export const activityCalls = <K extends Kinds>(
  { list }: Face<K>,
  caller: Caller,
) => ({
  listActivity: list(toList(caller, "actividad", query, (request) => listActivity(caller.organizationId, request))),
})

/** The events that webhooks can be subscribed to. */
export const eventCalls = <K extends Kinds>(
  { list }: Face<K>,
  caller: Caller,
) => ({
  listEvents: list(toList(caller, "eventos", query, (request) => Effect.succeed(listEvents(request)))),
})

/** Documents by e-mail. */
export const mailCalls = <K extends Kinds>(
  { write }: Face<K>,
  caller: Caller,
) => ({
  /** Queues an issued document with its PDF; in test mode nothing is sent. */
  sendInvoice: write(toWrite(caller, {
    name: "sendInvoice",
    input: sending,
    command: ({ body, ids }) => sendInvoice(caller.organizationId, ids.id, body, caller.modo),
    shown: SendingResource,
  })),
})
