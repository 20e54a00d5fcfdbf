import { Schema } from "effect"
import { eventNames } from "../events/catalogue.ts"
import { firma } from "../signing/webhookSignature.ts"
import { NoticeMode, type Webhook } from "./Webhook.ts"

const fields = {
  id: Schema.String,
  url: Schema.String,
  sucesos: Schema.Array(Schema.String),
  descripcion: Schema.String,
  modo_aviso: NoticeMode,
  activo: Schema.Boolean,
  fallos_seguidos: Schema.Int,
  firma: Schema.Struct({ cabecera: Schema.String, formato: Schema.String, se_firma: Schema.String }),
  sucesos_disponibles: Schema.Array(Schema.String),
}

/** The webhook as the contract shows it (section 2.7). */
export const WebhookResource = Schema.Struct(fields).annotations({ identifier: "Webhook" })
export type WebhookResource = typeof WebhookResource.Type

/** The webhook with its secret: shown when it is made, and when the secret is changed. */
export const WebhookWithSecret = Schema.Struct({ ...fields, secreto: Schema.String }).annotations({
  identifier: "WebhookConSecreto",
})
export type WebhookWithSecret = typeof WebhookWithSecret.Type

/** Writes the webhook as the contract shows it; there `descripcion` is never null. */
export const webhookResource = (webhook: Webhook): WebhookResource => ({
  id: webhook.id,
  url: webhook.url,
  sucesos: webhook.sucesos,
  descripcion: webhook.descripcion ?? "",
  modo_aviso: webhook.modo_aviso,
  activo: webhook.activo,
  fallos_seguidos: webhook.fallos_seguidos,
  firma,
  sucesos_disponibles: eventNames,
})
