import { Effect } from "effect"
import {
  changedWebhook,
  newWebhook,
  otherSecret,
  removedWebhook,
  replayedRange,
  withSealedSecret,
} from "../../../core/webhooks/preparedCommands.ts"
import { listDeliveries } from "../../../core/webhooks/readDeliveries.ts"
import { listWebhooks, readWebhook } from "../../../core/webhooks/readWebhooks.ts"
import { replayDelivery } from "../../../core/webhooks/replayDelivery.ts"
import { webhookInput, webhookPatch } from "../../../core/webhooks/webhookInput.ts"
import { testWebhook } from "../../../core/webhooks/testWebhook.ts"
import { reactivateWebhook } from "../../../core/webhooks/updateWebhook.ts"
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
      Effect.flatMap(newWebhook(organizationId, body), (command) =>
        carryOutSealed(once, command, (made) =>
          created(addressOf(incoming, `/webhooks/${made.webhook.id}`), withSealedSecret(made)))),
  ),

  listWebhooks: keyed(contract.listWebhooks, (call, caller) =>
    lists.answer("webhooks", call, caller, (request) => listWebhooks(caller.organizationId, request))),

  readWebhook: keyed(contract.readWebhook, ({ path }, { organizationId }) =>
    Effect.map(readWebhook(organizationId, path.id), ok)),

  updateWebhook: keyed(
    contract.updateWebhook.setPayload(webhookPatch(webhookAllow)),
    ({ body, path: { id } }, { once, organizationId }) =>
      Effect.flatMap(changedWebhook(organizationId, id, body), (command) => carryOut(once, command, ok)),
  ),

  deleteWebhook: keyed(contract.deleteWebhook, ({ path: { id } }, { once, organizationId }) =>
    Effect.flatMap(removedWebhook(organizationId, id), (command) => carryOut(once, command, () => noContent))),

  testWebhook: keyed(contract.testWebhook, ({ path }, { once, organizationId }) =>
    carryOut(once, testWebhook(organizationId, path.id), accepted)),

  reactivateWebhook: keyed(contract.reactivateWebhook, ({ path }, { once, organizationId }) =>
    carryOut(once, reactivateWebhook(organizationId, path.id), ok)),

  rotateWebhookSecret: keyed(contract.rotateWebhookSecret, ({ path }, { once, organizationId }) =>
    Effect.flatMap(otherSecret(organizationId, path.id), (command) =>
      carryOutSealed(once, command, (rotated) => ok(withSealedSecret(rotated))))),

  listDeliveries: keyed(contract.listDeliveries, (call, caller) =>
    lists.answer(`webhooks/${call.path.id}/envios`, call, caller, (request) =>
      listDeliveries(caller.organizationId, call.path.id, request))),

  replayDelivery: keyed(contract.replayDelivery, ({ path: { envio, id } }, { once, organizationId }) =>
    carryOut(once, replayDelivery(organizationId, id, envio), accepted)),

  replayDeliveries: keyed(contract.replayDeliveries, ({ body, path: { id } }, { once, organizationId }) =>
    Effect.flatMap(replayedRange(organizationId, id, body), (command) => carryOut(once, command, accepted))),
})
