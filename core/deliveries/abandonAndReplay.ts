import { Either } from "effect"
import { dayMillis, type Instant } from "../calendar/instant.ts"
import { type Conflict, conflict } from "../refusals/refusal.ts"
import type { Delivery } from "./Delivery.ts"

/** How long a delivery can be replayed after it was delivered or abandoned: 30 days (decisions, section 2, "Webhooks"). */
export const replayMillis = 30 * dayMillis

/** A pending delivery, abandoned because its webhook was switched off; any other delivery is returned as it is. */
export const abandon = <D extends Delivery>(delivery: D, now: Instant): D =>
  delivery.estado === "pending"
    ? {
      ...delivery,
      estado: "abandoned",
      proximo_intento: null,
      ultimo_error: delivery.ultimo_error ?? "la suscripción se desactivó antes de enviarlo",
      settled: now,
    }
    : delivery

const expired = conflict("envio_caducado", "El envío terminó hace más de 30 días y ya no se puede reenviar.")

/**
 * The delivery replayed (`reenviar`): pending and due at once, with a whole round of seven attempts ahead, whose numbers go
 * on from the last one. Refuses a delivery that was delivered or abandoned more than 30 days ago.
 */
export const replay = <D extends Delivery>(delivery: D, now: Instant): Either.Either<D, Conflict> =>
  delivery.settled !== null && now > delivery.settled + replayMillis
    ? Either.left(expired)
    : Either.right({
      ...delivery,
      estado: "pending",
      proximo_intento: now,
      roundStart: delivery.intentos,
      settled: null,
    })
