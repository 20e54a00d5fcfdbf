import { Schema } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { isFarOff } from "../retries/retryWaits.ts"

/** `estado` of a delivery (contract, section 3.3); one that waits for a retry is pending too. */
export const DeliveryStatus = Schema.Literal("pending", "delivered", "abandoned")
export type DeliveryStatus = typeof DeliveryStatus.Type

/** One event on its way to one webhook, as the delivery log shows it (decisions, section 2, "Webhooks"). */
export interface Delivery {
  /** `x-svc-envio`, the same on every attempt. */
  readonly id: string
  /** Name of the event: one of the catalogue, `webhook.test`, or one that a later version adds. */
  readonly suceso: string
  readonly creado: Instant
  readonly estado: DeliveryStatus
  /** How many attempts have ended. A replay goes on counting: an attempt's number is never used twice. */
  readonly intentos: number
  /** When the next attempt is due; null unless pending. */
  readonly proximo_intento: Instant | null
  /** HTTP status that answered the last attempt; null where that had no answer. */
  readonly ultimo_codigo: number | null
  /** Why the last attempt failed, in Spanish, at most 500 characters; null after a success. */
  readonly ultimo_error: string | null
  /** Not shown: `intentos` when the present round of up to seven attempts began, at its creation or at a replay. */
  readonly roundStart: number
  /** Not shown: when it was delivered or abandoned; null while pending. */
  readonly settled: Instant | null
}

/** A delivery as it is stored, with whom it belongs to and what it carries. */
export interface StoredDelivery extends Delivery {
  readonly organizationId: OrganizationId
  readonly webhook_id: string
  /** The exact text that is sent and signed. */
  readonly cuerpo: string
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** Whether the delivery is to be attempted now. One that was delivered or abandoned never is, unless it is replayed. */
export const isDue = ({ proximo_intento }: Delivery, now: Instant): boolean =>
  proximo_intento !== null && (proximo_intento <= now || isFarOff(proximo_intento, now))

/** Number of the next attempt, `x-svc-intento`; the first is 1. */
export const nextAttempt = ({ intentos }: Delivery): number => intentos + 1
