import { Schema } from "effect"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { createSubscription } from "../../../core/subscriptions/createSubscription.ts"
import { deleteSubscription } from "../../../core/subscriptions/deleteSubscription.ts"
import { listSubscriptions, readSubscription } from "../../../core/subscriptions/readSubscriptions.ts"
import { SubscriptionInput, SubscriptionPatch, SubscriptionResource } from "../../../core/subscriptions/Subscription.ts"
import { subscriptionFilters } from "../../../core/subscriptions/subscriptionFilters.ts"
import { updateSubscription } from "../../../core/subscriptions/updateSubscription.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(SubscriptionInput)
const patch = namedInput(byId, SubscriptionPatch)
const query = queryInput(Schema.Struct({ ...listParameters, ...subscriptionFilters }))

/** What becomes an invoice each period (decisions, section 2). */
export const subscriptionCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { modo, organizationId } = caller
  return {
    /**
     * Creates a subscription: every period that begins becomes an invoice, those since a past `inicio` too. With `emitir`
     * they are issued, in the mode of the company that makes it.
     */
    createSubscription: write(toWrite(caller, {
      name: "createSubscription",
      input: fresh,
      command: (body) => createSubscription(organizationId, body, modo),
      shown: SubscriptionResource,
    })),
    /** Lists the subscriptions. */
    listSubscriptions: list(toList(caller, "suscripciones", query, (request, filters) =>
      listSubscriptions(organizationId, request, filters))),
    /** Reads a subscription. */
    readSubscription: read(toRead(caller, id, (given) => readSubscription(organizationId, given.id))),
    /**
     * Changes what is given of a subscription; `estado` pauses, resumes or cancels it. One that is resumed passes over the
     * periods that began before today, unless a worker had paused it. Refuses any change of a cancelled one
     * (`suscripcion_cancelada`), and of start or periodicity once a period is invoiced (`suscripcion_facturada`). In test
     * mode, one that issues live invoices can only be stopped (`suscripcion_real`).
     */
    updateSubscription: write(toWrite(caller, {
      name: "updateSubscription",
      input: patch,
      command: ({ body, ids }) => updateSubscription(organizationId, ids.id, body, modo),
      shown: SubscriptionResource,
    })),
    /** Deletes a subscription; its invoices stay as they are. */
    deleteSubscription: write(toWrite(caller, {
      name: "deleteSubscription",
      input: id,
      command: (given) => deleteSubscription(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
