import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { DeliveryResource } from "../../../core/deliveries/deliveryResource.ts"
import { maxReplayed, RangeReplayed, ReplayRange } from "../../../core/deliveries/replayRange.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { nothingAllowed } from "../../../core/webhooks/webhookAllow.ts"
import { webhookInput, webhookPatch } from "../../../core/webhooks/webhookInput.ts"
import { WebhookResource, WebhookWithSecret } from "../../../core/webhooks/webhookResource.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

const manage = "webhooks:manage"

/** An installation may allow more addresses than this body does; the document shows the strict rules. */
export const createWebhook = HttpApiEndpoint.post("createWebhook", "/webhooks")
  .setPayload(webhookInput(nothingAllowed))
  .addSuccess(withStatus(201, WebhookWithSecret))
  .annotateContext(described(manage, "Crea una suscripción", {
    description: "Solo esta respuesta lleva `secreto`. Sin `sucesos` los recibe todos. Puede haber 20.",
  }))

export const listWebhooks = HttpApiEndpoint.get("listWebhooks", "/webhooks")
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(listOf("WebhooksPagina", WebhookResource))
  .annotateContext(described(manage, "Lista las suscripciones"))

export const readWebhook = HttpApiEndpoint.get("readWebhook")`/webhooks/${id}`
  .addSuccess(WebhookResource)
  .annotateContext(described(manage, "Lee una suscripción"))

export const updateWebhook = HttpApiEndpoint.patch("updateWebhook")`/webhooks/${id}`
  .setPayload(webhookPatch(nothingAllowed))
  .addSuccess(WebhookResource)
  .annotateContext(described(manage, "Cambia una suscripción; su secreto sigue igual", {
    description: "`activo: true` la reactiva; `activo: false` la desactiva y abandona los envíos que esperan.",
    bodyExample: { sucesos: ["invoice.issued", "invoice.paid"] },
  }))

export const deleteWebhook = HttpApiEndpoint.del("deleteWebhook")`/webhooks/${id}`
  .annotateContext(described(manage, "Borra una suscripción"))

export const testWebhook = HttpApiEndpoint.post("testWebhook")`/webhooks/${id}/probar`
  .addSuccess(withStatus(202, DeliveryResource))
  .annotateContext(described(manage, "Envía el suceso webhook.test a esta suscripción"))

export const reactivateWebhook = HttpApiEndpoint.post("reactivateWebhook")`/webhooks/${id}/reactivar`
  .addSuccess(WebhookResource)
  .annotateContext(described(manage, "Reactiva una suscripción, sin fallos"))

export const rotateWebhookSecret = HttpApiEndpoint.post("rotateWebhookSecret")`/webhooks/${id}/rotar-secreto`
  .addSuccess(WebhookWithSecret)
  .annotateContext(described(manage, "Cambia el secreto; el anterior firma 24 horas más", {
    description: "Solo esta respuesta lleva el `secreto` nuevo.",
  }))

export const listDeliveries = HttpApiEndpoint.get("listDeliveries")`/webhooks/${id}/envios`
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(listOf("EnviosDeWebhookPagina", DeliveryResource))
  .annotateContext(described(manage, "Lista los envíos de una suscripción"))

const envio = HttpApiSchema.param("envio", Schema.String)

export const replayDelivery = HttpApiEndpoint.post("replayDelivery")`/webhooks/${id}/envios/${envio}/reenviar`
  .addSuccess(withStatus(202, DeliveryResource))
  .annotateContext(described(manage, "Reenvía un envío, con el mismo contenido", {
    description: "Hasta 30 días después de que terminara.",
  }))

export const replayDeliveries = HttpApiEndpoint.post("replayDeliveries")`/webhooks/${id}/reenviar`
  .setPayload(ReplayRange)
  .addSuccess(withStatus(202, RangeReplayed))
  .annotateContext(described(manage, "Reenvía los envíos creados en un intervalo", {
    description: `Del más antiguo al más nuevo, ${maxReplayed} por petición; \`continuar_tras\` dice si hay más.`,
    bodyExample: { desde: "2026-11-19T00:00:00Z", hasta: "2026-11-20T00:00:00Z" },
  }))

/** Subscriptions to events, and what was sent to them (contract, sections 2.7 and 6). */
export const webhooks = HttpApiGroup.make("webhooks")
  .add(createWebhook)
  .add(listWebhooks)
  .add(readWebhook)
  .add(updateWebhook)
  .add(deleteWebhook)
  .add(testWebhook)
  .add(reactivateWebhook)
  .add(rotateWebhookSecret)
  .add(listDeliveries)
  .add(replayDelivery)
  .add(replayDeliveries)
  .annotateContext(OpenApi.annotations({
    title: "Webhooks",
    description: "Suscripciones a sucesos, que se envían firmados a una dirección https, y los envíos de cada una. " +
      "Un envío se intenta siete veces; tras 15 fallos seguidos la suscripción se desactiva.",
  }))
