import type { Campo, ClientError } from "./errors.ts"

/** Why a call of the Promise client failed. */
export class TalonarioError extends Error {
  override readonly name = "TalonarioError"
  /** Code of the contract (section 7), `sin_respuesta` or `respuesta_ilegible`. New ones may come. */
  readonly codigo: string
  /** Spanish, for people; never to be compared. */
  readonly mensaje: string
  readonly detalles: unknown
  /** HTTP status; null when no answer came or nothing was sent. */
  readonly status: number | null
  /** Why a `conflicto` is one. */
  readonly motivo: string | null
  /** The failing fields of `datos_invalidos`. */
  readonly campos: ReadonlyArray<Campo>
  /** The key that a write went under: repeating the call under it is safe. Null for reads. */
  readonly idempotencyKey: string | null

  constructor(error: ClientError) {
    super(error.message, { cause: error })
    this.codigo = error._tag === "otro_codigo" ? error.codigo : error._tag
    this.mensaje = error.message
    this.detalles = error.detalles
    this.status = error.status
    this.motivo = error._tag === "conflicto" ? error.motivo : null
    this.campos = error._tag === "datos_invalidos" ? error.campos : []
    this.idempotencyKey = error.idempotencyKey
  }
}
