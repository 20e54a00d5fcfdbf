import { Schema } from "effect"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/** `estado` of a purchase order (decisions, section 2): from `ordered` to one of the others, and no further. */
export const PurchaseOrderState = Schema.Literal("ordered", "received", "cancelled")
export type PurchaseOrderState = typeof PurchaseOrderState.Type

const received = (mensaje: string): Conflict => conflict("pedido_recibido", mensaje)

/** Why an order in a state can change neither its contents nor its state; undefined if it can. */
const frozen: Readonly<Record<PurchaseOrderState, Conflict | undefined>> = {
  ordered: undefined,
  received: received("El pedido está recibido: solo se pueden cambiar sus notas."),
  cancelled: conflict("pedido_cancelado", "El pedido está cancelado: solo se pueden cambiar sus notas."),
}

/**
 * Why a patch is refused as a whole; undefined if it is not. Only `notas` of a received or cancelled order may change; its
 * state may be sent again as it is.
 */
export const patchRefusal = (
  estado: PurchaseOrderState,
  patch: { readonly estado?: PurchaseOrderState },
): Conflict | undefined =>
  Object.keys(patch).every((field) => field === "notas" || (field === "estado" && patch.estado === estado))
    ? undefined
    : frozen[estado]

/** Why an order cannot be deleted; undefined if it can. */
export const deletionRefusal = (estado: PurchaseOrderState): Conflict | undefined =>
  estado === "received"
    ? received("El pedido está recibido y no se puede borrar: lo que trajo está en el stock.")
    : undefined
