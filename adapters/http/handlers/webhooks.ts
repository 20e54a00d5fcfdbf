import { Effect } from "effect"
import { listDeliveries } from "../../../core/deliveries/readDeliveries.ts"
import { replayDelivery } from "../../../core/deliveries/replayDelivery.ts"
import { prepareRangeReplay } from "../../../core/deliveries/replayRange.ts"
import { testWebhook } from "../../../core/deliveries/testWebhook.ts"
import { withSealedSecret } from "../../../core/webhooks/createWebhook.ts"
import { prepareCreation, prepareRemoval, prepareRotation, prepareUpdate } from "../../../core/webhooks/preparedCommands.ts"
import { listWebhooks, readWebhook } from "../../../core/webhooks/readWebhooks.ts"
import { reactivateWebhook } from "../../../core/webhooks/updateWebhook.ts"
import { webhookInput, webhookPatch } from "../../../core/webhooks/webhookInput.ts"
import * as contract from "../contract/webhooks.ts"
import { accepted, created, noContent, ok } from "../replies/Reply.ts"
import { carryOut, carryOutSealed } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

type WebhookRoutes = RoutesOf<typeof contract.webhooks>

/** `/webhooks`. Bodies are read with the addresses that this installation allows; the document shows the strict rules. */
export const webhookRoutes = ({ addressOf, lists, webhookAllow }: HandlerTools): WebhookRoutes => ({
  createWebhook: keyed(
    contract.createWebhook.setPayload(webhookInput(webhookAllow)),
    ({ body, incoming }, { organizationId, safeguards }) =>
      Effect.flatMap(prepareCreation(organizationId, body), (command) =>
        carryOutSealed(safeguards, command, (made) =>
          created(addressOf(incoming, `/webhooks/${made.webhook.id}`), withSealedSecret(made)))),
  ),

  listWebhooks: lists.route(contract.listWebhooks, (_, caller, request) =>
    listWebhooks(caller.organizationId, request)),

  readWebhook: keyed(contract.readWebhook, ({ path }, { organizationId }) =>
    Effect.map(readWebhook(organizationId, path.id), ok)),

  updateWebhook: keyed(
    contract.updateWebhook.setPayload(webhookPatch(webhookAllow)),
    ({ body, path: { id } }, { organizationId, safeguards }) =>
      Effect.flatMap(prepareUpdate(organizationId, id, body), (command) => carryOut(safeguards, command, ok)),
  ),

  deleteWebhook: keyed(contract.deleteWebhook, ({ path: { id } }, { organizationId, safeguards }) =>
    Effect.flatMap(prepareRemoval(organizationId, id), (command) => carryOut(safeguards, command, () => noContent))),

  testWebhook: keyed(contract.testWebhook, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, testWebhook(organizationId, path.id), accepted)),

  reactivateWebhook: keyed(contract.reactivateWebhook, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, reactivateWebhook(organizationId, path.id), ok)),

  rotateWebhookSecret: keyed(contract.rotateWebhookSecret, ({ path }, { organizationId, safeguards }) =>
    Effect.flatMap(prepareRotation(organizationId, path.id), (command) =>
      carryOutSealed(safeguards, command, (rotated) => ok(withSealedSecret(rotated))))),

  listDeliveries: lists.route(contract.listDeliveries, (call, caller, request) =>
    listDeliveries(caller.organizationId, call.path.id, request)),

  replayDelivery: keyed(contract.replayDelivery, ({ path: { envio, id } }, { organizationId, safeguards }) =>
    carryOut(safeguards, replayDelivery(organizationId, id, envio), accepted)),

  replayDeliveries: keyed(contract.replayDeliveries, ({ body, path: { id } }, { organizationId, safeguards }) =>
    Effect.flatMap(prepareRangeReplay(organizationId, id, body), (command) => carryOut(safeguards, command, accepted))),
})
