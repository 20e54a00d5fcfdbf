import { Data } from "effect"

/** What the service said of a call that it refused (contract, section 7). */
interface Told {
  /** HTTP status; null when the client itself refused what could not be sent. */
  readonly status: number | null
  /** Spanish, for people: the contract may word it otherwise tomorrow. */
  readonly message: string
  readonly detalles: unknown
  /** The key that a write went under: repeating the call under it is safe. Null for reads. */
  readonly idempotencyKey: string | null
}

/** One field of a refused request, and why. */
export interface Campo {
  /** Name of the field, with the index inside a list: `lineas[1].precio`. */
  readonly campo: string
  /** Spanish. */
  readonly motivo: string
}

/** 401: no key, or an invalid or revoked one. */
export class Unauthenticated extends Data.TaggedError("no_autenticado")<Told> {}

/** 403: the key lacks `scope` (null when the service did not name it). */
export class MissingScope extends Data.TaggedError("sin_permiso")<Told & { readonly scope: string | null }> {}

/** 404: the key's organization has nothing of that id. */
export class NotFound extends Data.TaggedError("no_encontrado")<Told> {}

/** 409: the state forbids it; `motivo` is a stable name of why. */
export class Conflict extends Data.TaggedError("conflicto")<Told & { readonly motivo: string | null }> {}

/** 422: what was sent is not valid; every failing field. */
export class InvalidInput extends Data.TaggedError("datos_invalidos")<
  Told & { readonly campos: ReadonlyArray<Campo> }
> {}

/** 429, after all attempts: the window is full. */
export class TooManyRequests extends Data.TaggedError("demasiadas_peticiones")<
  Told & { readonly retryAfterSeconds: number | null }
> {}

/** 500 or 503, after all attempts. Whether a write took effect is not known; repeat it under its key. */
export class InternalError extends Data.TaggedError("error_interno")<
  Told & { readonly referencia: string | null }
> {}

/** A code that this version of the client does not know (contract, section 7: new ones may come). */
export class UnknownCode extends Data.TaggedError("otro_codigo")<Told & { readonly codigo: string }> {}

/** No answer came, or not to its end. Whether a write took effect is not known; repeat it under its key. */
export class NoAnswer extends Data.TaggedError("sin_respuesta")<Told & { readonly cause: unknown }> {}

/** An answer that is none of the contract's, such as a proxy's own error page. */
export class UnreadableAnswer extends Data.TaggedError("respuesta_ilegible")<Told> {}

/** Every way in which a call can fail; `_tag` is the contract's `codigo`, or what the client saw itself. */
export type ClientError =
  | Unauthenticated
  | MissingScope
  | NotFound
  | Conflict
  | InvalidInput
  | TooManyRequests
  | InternalError
  | UnknownCode
  | NoAnswer
  | UnreadableAnswer
