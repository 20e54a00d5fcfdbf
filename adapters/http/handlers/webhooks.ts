import { Effect } from "effect"
import { createWebhook, type SealedWebhook } from "../../../core/webhooks/createWebhook.ts"
import { deleteWebhook } from "../../../core/webhooks/deleteWebhook.ts"
import { freshSealedSecret } from "../../../core/webhooks/freshSecret.ts"
import { listDeliveries, waitingDeliveries } from "../../../core/webhooks/readDeliveries.ts"
import { listWebhooks, readWebhook } from "../../../core/webhooks/readWebhooks.ts"
import { replayDelivery } from "../../../core/webhooks/replayDelivery.ts"
import { chooseDeliveries, replayDeliveries } from "../../../core/webhooks/replayRange.ts"
import { rotateWebhookSecret } from "../../../core/webhooks/rotateWebhookSecret.ts"
import { webhookInput, webhookPatch } from "../../../core/webhooks/webhookInput.ts"
import type { WebhookWithSecret } from "../../../core/webhooks/webhookResource.ts"
import { testWebhook } from "../../../core/webhooks/testWebhook.ts"
import { reactivateWebhook, updateWebhook } from "../../../core/webhooks/updateWebhook.ts"
import * as contract from "../contract/webhooks.ts"
import { carryOut, carryOutSealed } from "../idempotency.ts"
import { accepted, created, noContent, ok } from "../Reply.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

type WebhookRoutes = RoutesOf<typeof contract.webhooks>

/** Bodies are read by what this installation allows, not by the strict rules of the document. */
export const webhookRoutes = ({ addressOf, lists, webhookAllow }: HandlerTools): WebhookRoutes => ({
  createWebhook: keyed(
    contract.createWebhook.setPayload(webhookInput(webhookAllow)),
    ({ body, incoming }, { once, organizationId }) =>
      Effect.flatMap(freshSealedSecret, (secret) =>
        carryOutSealed(once, createWebhook(organizationId, body, secret), (made) =>
          created(addressOf(incoming, `/webhooks/${made.webhook.id}`), withSealedSecret(made)))),
  ),

  listWebhooks: keyed(contract.listWebhooks, (call, caller) =>
    lists.answer("webhooks", call, caller, (request) => listWebhooks(caller.organizationId, request))),

  readWebhook: keyed(contract.readWebhook, ({ path }, { organizationId }) =>
    Effect.map(readWebhook(organizationId, path.id), ok)),

  updateWebhook: keyed(
    contract.updateWebhook.setPayload(webhookPatch(webhookAllow)),
    ({ body, path: { id } }, { once, organizationId }) =>
      Effect.flatMap(body.activo === false ? waitingDeliveries(organizationId, id) : Effect.succeed([]), (waiting) =>
        carryOut(once, updateWebhook(organizationId, id, body, waiting), ok)),
  ),

  deleteWebhook: keyed(contract.deleteWebhook, ({ path: { id } }, { once, organizationId }) =>
    Effect.flatMap(waitingDeliveries(organizationId, id), (waiting) =>
      carryOut(once, deleteWebhook(organizationId, id, waiting), () => noContent))),

  testWebhook: keyed(contract.testWebhook, ({ path }, { once, organizationId }) =>
    carryOut(once, testWebhook(organizationId, path.id), accepted)),

  reactivateWebhook: keyed(contract.reactivateWebhook, ({ path }, { once, organizationId }) =>
    carryOut(once, reactivateWebhook(organizationId, path.id), ok)),

  rotateWebhookSecret: keyed(contract.rotateWebhookSecret, ({ path }, { once, organizationId }) =>
    Effect.flatMap(freshSealedSecret, (secret) =>
      carryOutSealed(once, rotateWebhookSecret(organizationId, path.id, secret), (rotated) =>
        ok(withSealedSecret(rotated))))),

  listDeliveries: keyed(contract.listDeliveries, (call, caller) =>
    lists.answer(`webhooks/${call.path.id}/envios`, call, caller, (request) =>
      listDeliveries(caller.organizationId, call.path.id, request))),

  replayDelivery: keyed(contract.replayDelivery, ({ path: { envio, id } }, { once, organizationId }) =>
    carryOut(once, replayDelivery(organizationId, id, envio), accepted)),

  replayDeliveries: keyed(contract.replayDeliveries, ({ body, path: { id } }, { once, organizationId }) =>
    Effect.flatMap(chooseDeliveries(organizationId, id, body), (chosen) =>
      carryOut(once, replayDeliveries(organizationId, id, chosen), accepted))),
})

/** For `carryOutSealed`, which opens it. */
const withSealedSecret = ({ sealedSecret, webhook }: SealedWebhook): WebhookWithSecret =>
  ({ ...webhook, secreto: sealedSecret })
