import { Schema } from "effect"
import { isoInstant, isoInstantOrNull } from "../calendar/instant.ts"
import { type Delivery, DeliveryStatus } from "./Delivery.ts"

/** A delivery as the delivery log of its webhook shows it (decisions, section 2, "Webhooks"). */
export const DeliveryResource = Schema.Struct({
  id: Schema.String,
  suceso: Schema.String,
  creado: Schema.String,
  estado: DeliveryStatus,
  intentos: Schema.Int,
  proximo_intento: Schema.NullOr(Schema.String),
  ultimo_codigo: Schema.NullOr(Schema.Int),
  ultimo_error: Schema.NullOr(Schema.String),
}).annotations({ identifier: "EnvioDeWebhook" })
export type DeliveryResource = typeof DeliveryResource.Type

/** The delivery as the delivery log shows it. */
export const deliveryResource = (delivery: Delivery): DeliveryResource => ({
  id: delivery.id,
  suceso: delivery.suceso,
  creado: isoInstant(delivery.creado),
  estado: delivery.estado,
  intentos: delivery.intentos,
  proximo_intento: isoInstantOrNull(delivery.proximo_intento),
  ultimo_codigo: delivery.ultimo_codigo,
  ultimo_error: delivery.ultimo_error,
})
