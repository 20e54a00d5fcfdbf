import { Either, Schema } from "effect"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/** `estado_aprobacion` of an expense (contract, section 3.2). */
export const ApprovalState = Schema.Literal("none", "pending", "approved", "rejected")
export type ApprovalState = typeof ApprovalState.Type

/** What can be done to it, by the last word of its path (decisions, "Expenses"). */
export type ApprovalAction = "solicitar-aprobacion" | "aprobar" | "rechazar"

/** Every lawful step; what is not here is refused. */
const steps: Readonly<Record<ApprovalState, Readonly<Partial<Record<ApprovalAction, ApprovalState>>>>> = {
  none: { "solicitar-aprobacion": "pending", aprobar: "approved" },
  pending: { aprobar: "approved", rechazar: "rejected" },
  approved: {},
  rejected: { "solicitar-aprobacion": "pending" },
}

const approved = (mensaje: string): Conflict => conflict("gasto_aprobado", mensaje)

/** Why a state does not allow the step that was asked of it. */
const refusals: Readonly<Record<ApprovalState, Conflict>> = {
  none: conflict("aprobacion_no_solicitada", "No se ha solicitado la aprobación del gasto."),
  pending: conflict("aprobacion_pendiente", "La aprobación del gasto ya está solicitada."),
  approved: approved("El gasto ya está aprobado."),
  rejected: conflict("gasto_rechazado", "El gasto está rechazado: hay que solicitar otra vez su aprobación."),
}

/** The state that the action leads to (decisions, "Expenses"); refuses other steps, repeated ones too. */
export const afterApproval = (
  estado: ApprovalState,
  action: ApprovalAction,
): Either.Either<ApprovalState, Conflict> =>
  Either.fromNullable(steps[estado][action], () => refusals[estado])

/** What may still change once an expense is approved. */
const bookkeepingFields: ReadonlySet<string> = new Set(["pagado", "notas", "categoria"])

/** Whether a property of an expense may be patched: approved, only `pagado`, `notas` and `categoria`. */
const isPatchable = (estado: ApprovalState, field: string): boolean =>
  estado !== "approved" || bookkeepingFields.has(field)

/** Why a patch of the named properties is refused, as a whole; undefined when it is allowed. */
export const patchRefusal = (estado: ApprovalState, fields: ReadonlyArray<string>): Conflict | undefined =>
  fields.every((field) => isPatchable(estado, field))
    ? undefined
    : approved("El gasto está aprobado: solo se pueden cambiar pagado, notas y categoria.")

/** Why an expense cannot be deleted; undefined when it can. */
export const deletionRefusal = (estado: ApprovalState): Conflict | undefined =>
  estado === "approved" ? approved("El gasto está aprobado y no se puede borrar.") : undefined
