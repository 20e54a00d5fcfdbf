import { DeliveryStatus, type StoredDelivery } from "../../../core/deliveries/Delivery.ts"
import { NoticeMode, type Webhook, type WebhookCount } from "../../../core/webhooks/Webhook.ts"
import { boolean, integer, millis, nullable, oneOf, places, text, texts, timestamp, uuid } from "./columns.ts"
import { type Columns, jsonList, jsonObject } from "./fields.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"

/** Table webhook. */
export const webhookColumns: Columns<Webhook> = {
  organizationId: organizationIdColumn,
  id: uuid,
  url: text,
  sucesos: texts,
  descripcion: nullable(text),
  modo_aviso: oneOf(...NoticeMode.literals),
  activo: boolean,
  fallos_seguidos: integer,
  sealedSecret: text,
  previousSecret: nullable(jsonObject({ sealed: text, until: millis })),
  creado: timestamp,
  ...places,
  onSequence: integer,
  offSequence: integer,
  formerSucesos: jsonList(jsonObject({ sucesos: texts, until: integer })),
}

/** Table webhook_count. */
export const webhookCountColumns: Columns<WebhookCount> = {
  organizationId: organizationIdColumn,
  id: uuid,
  count: integer,
}

/** Table delivery. */
export const deliveryColumns: Columns<StoredDelivery> = {
  organizationId: organizationIdColumn,
  id: uuid,
  webhook_id: uuid,
  suceso: text,
  creado: timestamp,
  estado: oneOf(...DeliveryStatus.literals),
  intentos: integer,
  proximo_intento: nullable(timestamp),
  ultimo_codigo: nullable(integer),
  ultimo_error: nullable(text),
  roundStart: integer,
  settled: nullable(timestamp),
  cuerpo: text,
  ...places,
}
