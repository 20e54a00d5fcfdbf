import { Schema } from "effect"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/** `estado` of a deal (decisions, section 2). */
export const DealState = Schema.Literal("open", "won", "lost")
export type DealState = typeof DealState.Type

/** What does not change in a deal that stays won or lost. */
interface Settled {
  readonly estado: DealState
  readonly etapa: string
  /** In cents. */
  readonly importe: number
}

const closed = (mensaje: string): Conflict => conflict("oportunidad_cerrada", mensaje)

/**
 * Why a deal cannot change like this; undefined where it can. A deal that is won or lost keeps its stage and its amount, and
 * does not turn from won to lost or back, unless it is reopened.
 */
export const closedRefusal = (before: Settled, after: Settled): Conflict | undefined => {
  if (before.estado === "open" || after.estado === "open") return undefined
  if (before.estado !== after.estado) {
    return closed("La oportunidad está cerrada: antes de cambiar su resultado hay que reabrirla.")
  }
  return before.etapa === after.etapa && before.importe === after.importe
    ? undefined
    : closed("La oportunidad está cerrada: para cambiar su etapa o su importe hay que reabrirla.")
}
