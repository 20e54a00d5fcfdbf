import type { MissingScope, Unauthenticated } from "../../../core/access/Principal.ts"
import type { PrinterBusy } from "../../../core/ports/PdfPrinter.ts"
import type { StorageUnavailable, TransactionFailure } from "../../../core/ports/Storage.ts"
import type { FieldIssue, Refusal } from "../../../core/refusals/refusal.ts"
import type { JsonReply } from "./Reply.ts"

/** Stable names of what went wrong (contract, section 7). */
export type ErrorCode =
  | "no_autenticado"
  | "sin_permiso"
  | "no_encontrado"
  | "conflicto"
  | "datos_invalidos"
  | "demasiadas_peticiones"
  | "error_interno"

/** The body of every answer that is no success (contract, section 7). */
export interface ErrorEnvelope {
  readonly error: { readonly codigo: ErrorCode; readonly mensaje: string; readonly detalles: unknown }
}

/** No endpoint has this method and path. */
export interface NoRoute {
  readonly _tag: "NoRoute"
}

/** The caller's window is full. */
export interface TooManyRequests {
  readonly _tag: "TooManyRequests"
}

/** The storage does not answer the health check. */
export interface Unhealthy {
  readonly _tag: "Unhealthy"
}

/** Failures that a caller is told as they are. */
export type Told =
  | Refusal
  | Unauthenticated
  | MissingScope
  | PrinterBusy
  | NoRoute
  | TooManyRequests
  | Unhealthy

/** Failures of which a caller is told a reference only, by which the reason is found in the log. */
export type Untold = TransactionFailure | StorageUnavailable

/** Every expected way in which a request can fail. */
export type Failure = Told | Untold

/** An unknown route: 404. */
export const noRoute: NoRoute = { _tag: "NoRoute" }

/** A window that is used up: 429. */
export const tooManyRequests: TooManyRequests = { _tag: "TooManyRequests" }

/** Storage that does not answer: 503 of `/salud`. */
export const unhealthy: Unhealthy = { _tag: "Unhealthy" }

/** Whether the caller is told the failure as it is. */
export const isTold = (failure: Failure): failure is Told => !(failure._tag in untold)

const untold = {
  StorageConflict: true,
  StorageUnavailable: true,
  StorageOutcomeUnknown: true,
} satisfies Record<Untold["_tag"], true>

/** The answer to a failure, one to one as section 7 of the contract has it. */
export const toldReply = (failure: Told): JsonReply<ErrorEnvelope> => {
  switch (failure._tag) {
    case "Unauthenticated":
      return errorReply(401, "no_autenticado", "Falta la clave de acceso, o no es válida.")
    case "MissingScope": {
      const { scope } = failure
      return errorReply(403, "sin_permiso", `La clave no tiene el permiso ${scope}.`, { scope })
    }
    case "NoRoute":
      return errorReply(404, "no_encontrado", "No existe esa ruta.")
    case "NotFound":
      return errorReply(404, "no_encontrado", `No existe ${failure.what}.`)
    case "Conflict":
      return errorReply(409, "conflicto", failure.mensaje, { motivo: failure.motivo })
    case "InvalidInput": {
      const { campos } = failure
      return errorReply(422, "datos_invalidos", "Los datos no son válidos.", { campos })
    }
    case "TooManyRequests":
      return errorReply(429, "demasiadas_peticiones", "Demasiadas peticiones: espere antes de repetir.")
    case "PrinterBusy":
      return errorReply(503, "error_interno", "La cola de impresión está llena: repita en unos segundos.")
    case "Unhealthy":
      return errorReply(503, "error_interno", "El almacenamiento no responde.")
  }
}

/** The answer to a bug or to a failure that is not told: its reference finds the reason in the log. */
export const internalReply = (referencia: string): JsonReply<ErrorEnvelope> =>
  errorReply(500, "error_interno", `Error interno; referencia ${referencia}.`, { referencia })

/** The answer to bytes that never became a request (400, 408, 413, 417, 431). */
export const malformedReply = (status: number, motivo: string): JsonReply<ErrorEnvelope> => {
  const campos: ReadonlyArray<FieldIssue> = [{ campo: "(petición)", motivo }]
  return errorReply(status, "datos_invalidos", "La petición HTTP no es válida.", { campos })
}

const errorReply = (
  status: number,
  codigo: ErrorCode,
  mensaje: string,
  detalles: unknown = null,
): JsonReply<ErrorEnvelope> => ({
  kind: "json",
  status,
  location: null,
  value: { error: { codigo, mensaje, detalles } },
})
