import { Effect, Schema } from "effect"
import { mapResult } from "../../../core/commit/Command.ts"
import { DeliveryResource } from "../../../core/deliveries/deliveryResource.ts"
import { listDeliveries } from "../../../core/deliveries/readDeliveries.ts"
import { replayDelivery } from "../../../core/deliveries/replayDelivery.ts"
import { prepareRangeReplay, RangeReplayed, ReplayRange } from "../../../core/deliveries/replayRange.ts"
import { testWebhook } from "../../../core/deliveries/testWebhook.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { withSealedSecret } from "../../../core/webhooks/createWebhook.ts"
import { prepareCreation, prepareRemoval, prepareRotation, prepareUpdate } from "../../../core/webhooks/preparedCommands.ts"
import { listWebhooks, readWebhook } from "../../../core/webhooks/readWebhooks.ts"
import { reactivateWebhook } from "../../../core/webhooks/updateWebhook.ts"
import type { WebhookAllow } from "../../../core/webhooks/webhookAllow.ts"
import { webhookInput, webhookPatch } from "../../../core/webhooks/webhookInput.ts"
import { WebhookResource, WebhookWithSecret } from "../../../core/webhooks/webhookResource.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import { Installation } from "../Installation.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byDelivery, byId, idsInput, type Input, listOfOneInput, namedInput, queryInput } from "./Input.ts"
import { toList, toListOfOne, toRead } from "./read.ts"
import { toWritePrepared, toWriteSealed, toWrite } from "./write.ts"

const id = idsInput(byId)
const delivery = idsInput(byDelivery)
const range = namedInput(byId, ReplayRange)
const query = queryInput(Schema.Struct(listParameters))
const ofWebhook = listOfOneInput(byId)

/** Reads the body of a webhook by the addresses that this installation allows. */
const byItsRules = <I, A>(make: (allow: WebhookAllow) => Input<I, A>): Input<I, A, Installation> => {
  const made = new WeakMap<WebhookAllow, Input<I, A>>()
  return {
    read: (given) =>
      Effect.flatMap(Installation, ({ webhookAllow }) => {
        const input = made.get(webhookAllow) ?? make(webhookAllow)
        made.set(webhookAllow, input)
        return input.read(given)
      }),
    essence: (given) => given,
  }
}

const fresh = byItsRules((allow) => bodyInput(webhookInput(allow)))
const patch = byItsRules((allow) => namedInput(byId, webhookPatch(allow)))

/** Subscriptions to events, and what was sent to them (contract, sections 2.7 and 6). */
export const webhookCalls = <K extends Kinds>(
  { list, listOfOne, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /**
     * Subscribes `url` to events, to all without `sucesos`. Only this answer carries `secreto`. There may be 20
     * (`limite_de_suscripciones`).
     */
    createWebhook: write(toWriteSealed(caller, {
      name: "createWebhook",
      input: fresh,
      command: (body) => Effect.map(prepareCreation(organizationId, body), (made) => mapResult(made, withSealedSecret)),
      shown: WebhookWithSecret,
    })),
    /** Lists the webhooks. */
    listWebhooks: list(toList(caller, "webhooks", query, (request) => listWebhooks(organizationId, request))),
    /** Reads a webhook. */
    readWebhook: read(toRead(caller, id, (given) => readWebhook(organizationId, given.id))),
    /**
     * Changes what is given of a webhook, whose secret stays. `activo: true` re-activates it; `activo: false` switches it
     * off and abandons what waits.
     */
    updateWebhook: write(toWritePrepared(caller, {
      name: "updateWebhook",
      input: patch,
      command: ({ body, ids }) => prepareUpdate(organizationId, ids.id, body),
      shown: WebhookResource,
    })),
    /** Deletes a webhook and abandons what waits. */
    deleteWebhook: write(toWritePrepared(caller, {
      name: "deleteWebhook",
      input: id,
      command: (given) => prepareRemoval(organizationId, given.id),
      shown: Schema.Void,
    })),
    /** Sends `webhook.test` to it. Refuses one that is switched off (`suscripcion_desactivada`). */
    testWebhook: write(toWrite(caller, {
      name: "testWebhook",
      input: id,
      command: (given) => testWebhook(organizationId, given.id),
      shown: DeliveryResource,
    })),
    /** Switches a webhook on again, without failures. */
    reactivateWebhook: write(toWrite(caller, {
      name: "reactivateWebhook",
      input: id,
      command: (given) => reactivateWebhook(organizationId, given.id),
      shown: WebhookResource,
    })),
    /** Gives a webhook a new secret, which only this answer carries; the old one signs for 24 hours more. */
    rotateWebhookSecret: write(toWriteSealed(caller, {
      name: "rotateWebhookSecret",
      input: id,
      command: (given) =>
        Effect.map(prepareRotation(organizationId, given.id), (made) => mapResult(made, withSealedSecret)),
      shown: WebhookWithSecret,
    })),
    /** Lists the deliveries of the webhook `id`. */
    listDeliveries: listOfOne(toListOfOne(caller, (ids) => `webhooks/${ids.id}/envios`, ofWebhook, (request, ids) =>
      listDeliveries(organizationId, ids.id, request))),
    /**
     * Sends a delivery again, with the same content, until 30 days after it ended (`envio_caducado`). Refuses one of a
     * webhook that is switched off (`suscripcion_desactivada`).
     */
    replayDelivery: write(toWrite(caller, {
      name: "replayDelivery",
      input: delivery,
      command: (given) => replayDelivery(organizationId, given.id, given.envio),
      shown: DeliveryResource,
    })),
    /**
     * Sends again what was created in a range, 500 at a time: see `continuar_tras`. Refuses for a webhook that is switched
     * off (`suscripcion_desactivada`).
     */
    replayDeliveries: write(toWritePrepared(caller, {
      name: "replayDeliveries",
      input: range,
      command: ({ body, ids }) => prepareRangeReplay(organizationId, ids.id, body),
      shown: RangeReplayed,
    })),
  }
}
