import { Either, Schema } from "effect"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/** `estado_aprobacion` of an expense (contract, section 3.2). */
export const ApprovalState = Schema.Literal("none", "pending", "approved", "rejected")
export type ApprovalState = typeof ApprovalState.Type

/** A step of an expense's approval, named by the last part of its path (decisions, section 2, "Expenses"). */
export type ApprovalAction = "solicitar-aprobacion" | "aprobar" | "rechazar"

/** The state to which each step leads from each state; a step that is not here is refused. */
const steps: Readonly<Record<ApprovalState, Readonly<Partial<Record<ApprovalAction, ApprovalState>>>>> = {
  none: { "solicitar-aprobacion": "pending", aprobar: "approved" },
  pending: { aprobar: "approved", rechazar: "rejected" },
  approved: {},
  rejected: { "solicitar-aprobacion": "pending" },
}

const approved = (mensaje: string): Conflict => conflict("gasto_aprobado", mensaje)

/** Why a step is refused in each state. */
const refusals: Readonly<Record<ApprovalState, Conflict>> = {
  none: conflict("aprobacion_no_solicitada", "No se ha solicitado la aprobación del gasto."),
  pending: conflict("aprobacion_pendiente", "La aprobación del gasto ya está solicitada."),
  approved: approved("El gasto ya está aprobado."),
  rejected: conflict("gasto_rechazado", "El gasto está rechazado: hay que solicitar otra vez su aprobación."),
}

/** The state that the action leads to (decisions, section 2, "Expenses"). Refuses all other steps, repeated ones included. */
export const afterApproval = (
  estado: ApprovalState,
  action: ApprovalAction,
): Either.Either<ApprovalState, Conflict> =>
  Either.fromNullable(steps[estado][action], () => refusals[estado])

/** What may still change once an expense is approved (decisions, section 2, "Expenses"). */
const bookkeepingFields: ReadonlySet<string> = new Set(["pagado", "notas", "categoria"])

/** Why these properties of an expense cannot be patched; undefined where they can. */
export const patchRefusal = (estado: ApprovalState, fields: ReadonlyArray<string>): Conflict | undefined =>
  estado !== "approved" || fields.every((field) => bookkeepingFields.has(field))
    ? undefined
    : approved("El gasto está aprobado: solo se pueden cambiar pagado, notas y categoria.")

/** Why an expense cannot be deleted; undefined where it can. */
export const deletionRefusal = (estado: ApprovalState): Conflict | undefined =>
  estado === "approved" ? approved("El gasto está aprobado y no se puede borrar.") : undefined
