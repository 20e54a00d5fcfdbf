import { Option, Schema } from "effect"
import type { Answer } from "./Answer.ts"
import {
  type ClientError,
  Conflict,
  InternalError,
  InvalidInput,
  MissingScope,
  NotFound,
  TooManyRequests,
  Unauthenticated,
  UnknownCode,
  UnreadableAnswer,
} from "./errors.ts"

const envelope = Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({
  error: Schema.Struct({
    codigo: Schema.String,
    mensaje: Schema.String,
    detalles: Schema.optional(Schema.Unknown),
  }),
})))

const listed = Schema.decodeUnknownOption(
  Schema.Struct({ campos: Schema.Array(Schema.Struct({ campo: Schema.String, motivo: Schema.String })) }),
)

const noFields = { campos: [] }

const texts = Schema.decodeUnknownOption(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

/** Reads an answer that is no success. `detalles` is kept as it came; what is known of it is read too. */
export const readError = (answer: Answer, idempotencyKey: string | null): ClientError => {
  const read = envelope(new TextDecoder().decode(answer.bytes))
  if (Option.isNone(read)) return unreadable(answer.status, idempotencyKey)
  const { codigo, detalles = null, mensaje } = read.value.error
  const told = { status: answer.status, message: mensaje, detalles, idempotencyKey }
  switch (codigo) {
    case "no_autenticado":
      return new Unauthenticated(told)
    case "sin_permiso":
      return new MissingScope({ ...told, scope: textIn(detalles, "scope") })
    case "no_encontrado":
      return new NotFound(told)
    case "conflicto":
      return new Conflict({ ...told, motivo: textIn(detalles, "motivo") })
    case "datos_invalidos":
      return new InvalidInput({ ...told, campos: Option.getOrElse(listed(detalles), () => noFields).campos })
    case "demasiadas_peticiones":
      return new TooManyRequests({ ...told, retryAfterSeconds: answer.retryAfterSeconds })
    case "error_interno":
      return new InternalError({ ...told, referencia: textIn(detalles, "referencia") })
    default:
      return new UnknownCode({ ...told, codigo })
  }
}

/** An answer that the contract does not have. Its body stays out: it may hold anything. */
export const unreadable = (status: number, idempotencyKey: string | null): UnreadableAnswer =>
  new UnreadableAnswer({
    status,
    message: `La respuesta (${status}) no es de este servicio.`,
    detalles: null,
    idempotencyKey,
  })

const textIn = (detalles: unknown, name: string): string | null => {
  const found = Option.getOrUndefined(texts(detalles))?.[name]
  return typeof found === "string" ? found : null
}
