import { type Instant, instant, isoInstant } from "../calendar/instant.ts"
import type { Supply } from "../commit/Command.ts"
import type { Webhook } from "../webhooks/Webhook.ts"
import type { StoredDelivery } from "./Delivery.ts"

/** What can be delivered: an event, or the test of a webhook. */
interface Deliverable {
  readonly suceso: string
  readonly creado: Instant
  /** Each resource under its own name. */
  readonly datos: Readonly<Record<string, unknown>>
}

/** The body that is sent, before it becomes text (contract, section 6.2). */
export const deliveryEnvelope = (id: string, { creado, datos, suceso }: Deliverable) =>
  ({ id, suceso, creado: isoInstant(creado), datos })

/** A new delivery to the webhook, with the text that every attempt sends and signs. */
export const deliveryOf = (
  { id: webhook_id, organizationId }: Pick<Webhook, "organizationId" | "id">,
  what: Deliverable,
  supply: Supply,
): StoredDelivery => {
  const id = supply.id()
  const place = supply.sequence()
  return {
    organizationId,
    id,
    webhook_id,
    suceso: what.suceso,
    creado: what.creado,
    estado: "pending",
    intentos: 0,
    // Whether it is due is asked of the clock, which may have gone back since the event.
    proximo_intento: instant(Math.min(what.creado, supply.clock)),
    ultimo_codigo: null,
    ultimo_error: null,
    roundStart: 0,
    settled: null,
    cuerpo: JSON.stringify(deliveryEnvelope(id, what)),
    createdSequence: place,
    modifiedSequence: place,
  }
}
