import { Schema } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** `estado` of a delivery (contract, section 3.3); one that waits for a retry is pending too. */
export const DeliveryStatus = Schema.Literal("pending", "delivered", "abandoned")
export type DeliveryStatus = typeof DeliveryStatus.Type

/** One event on its way to one webhook, as the log shows it (decisions, section 2, "Webhooks"). */
export interface Delivery {
  /** `x-svc-envio`, the same on every attempt. */
  readonly id: string
  /** One of the catalogue, `webhook.test`, or one that a later version tells of. */
  readonly suceso: string
  readonly creado: Instant
  readonly estado: DeliveryStatus
  /** Attempts that have ended, over all rounds: an attempt's number is never used twice. */
  readonly intentos: number
  /** When it is due; null unless pending. */
  readonly proximo_intento: Instant | null
  /** Status of the last answer; null when the last attempt had none. */
  readonly ultimo_codigo: number | null
  /** Why the last attempt failed, in Spanish, at most 500 characters; null after a success. */
  readonly ultimo_error: string | null
  /** `intentos` when the present round of seven attempts began; not shown. */
  readonly roundStart: number
  /** When it was delivered or abandoned, null while pending; not shown. */
  readonly settled: Instant | null
}

/** A delivery as it is stored: whose it is and what it carries. */
export interface StoredDelivery extends Delivery {
  readonly organizationId: OrganizationId
  readonly webhook_id: string
  /** The exact text that is sent and signed. */
  readonly cuerpo: string
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** A delivery that is due at once. */
export const newDelivery = (of: Pick<Delivery, "id" | "suceso" | "creado">): Delivery => ({
  id: of.id,
  suceso: of.suceso,
  creado: of.creado,
  estado: "pending",
  intentos: 0,
  proximo_intento: of.creado,
  ultimo_codigo: null,
  ultimo_error: null,
  roundStart: 0,
  settled: null,
})

/** Whether it is to be attempted now; nothing but a replay makes a settled delivery due again. */
export const isDue = ({ estado, proximo_intento }: Delivery, now: Instant): boolean =>
  estado === "pending" && proximo_intento !== null && proximo_intento <= now

/** Number of the attempt that comes next, `x-svc-intento`; the first is 1. */
export const nextAttempt = ({ intentos }: Delivery): number => intentos + 1
