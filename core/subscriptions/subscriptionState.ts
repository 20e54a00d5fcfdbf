import { Schema } from "effect"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/** `estado` of a subscription (decisions, section 2). While it is paused no period is due; `cancelled` is for good. */
export const SubscriptionState = Schema.Literal("active", "paused", "cancelled")
export type SubscriptionState = typeof SubscriptionState.Type

/** Why a patch of these properties is refused as a whole; undefined when it is not. A cancelled subscription cannot be changed. */
export const patchRefusal = (estado: SubscriptionState, fields: ReadonlyArray<string>): Conflict | undefined =>
  estado === "cancelled" && fields.length > 0
    ? conflict("suscripcion_cancelada", "La suscripción está cancelada y no se puede cambiar.")
    : undefined
