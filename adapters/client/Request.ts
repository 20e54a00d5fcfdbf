import { Either } from "effect"
import { type Campo, type ClientError, InvalidInput, NotFound } from "./errors.ts"
import type { Operation } from "./Operation.ts"

/** A call as it is sent, at each of its attempts. */
export interface Request {
  readonly method: string
  /** Path with query, after the base address; or a whole address. */
  readonly address: string
  /** JSON; undefined without a body. */
  readonly body: string | undefined
  /** Null for a read. */
  readonly idempotencyKey: string | null
}

/** What a caller gives: parameters of path and query and properties of the body, beside each other. */
export type Input = Readonly<Record<string, unknown>>

/** The request of a call. What cannot be sent, or means another path, is refused as the service would. */
export const requestOf = (
  { body, method, path, pathNames, queryNames }: Operation,
  input: Input,
  idempotencyKey: string | null,
): Either.Either<Request, ClientError> => {
  // From hosts without types: as a header, every object would be the same text.
  if (idempotencyKey !== null && typeof idempotencyKey !== "string") {
    return Either.left(invalid([{ campo: "Idempotency-Key", motivo: "debe ser un texto" }], null))
  }
  if (idempotencyKey !== null && !headerForm.test(idempotencyKey)) {
    const motivo = "debe tener de 1 a 255 caracteres ASCII imprimibles"
    return Either.left(invalid([{ campo: "Idempotency-Key", motivo }], idempotencyKey))
  }
  if (pathNames.some((name) => unsendable.test(String(input[name])))) {
    return Either.left(unknownName(idempotencyKey))
  }
  const isQuery = (name: string): boolean => queryNames.has(name) || body === "none"
  // An operation that names a resource and has no body may be given the whole resource, of which what it does not know is
  // dropped: `issueInvoice(draft)`, as in process. Filters that a list of all does not know are left to the service to refuse.
  const takesResource = body === "none" && (pathNames.length > 0 || queryNames.size === 0)
  const known = Object.entries(input).filter(([name]) => !takesResource || queryNames.has(name))
  const rest = known.filter(([name]) => !pathNames.includes(name))
  const query = rest.filter(([name, value]) => isQuery(name) && value !== undefined && value !== null)
  const broken = query.flatMap(([name, value]) => (halfCharacter.test(`${name}${value}`) ? [name] : []))
  if (broken.length > 0) {
    return Either.left(invalid(broken.map((campo) => ({ campo, motivo: "contiene caracteres no admitidos" })), idempotencyKey))
  }
  const own = Object.fromEntries(rest.filter(([name]) => !isQuery(name)))
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(input[name]))
  return Either.right({
    method,
    address: search.length === 0 ? filled : `${filled}?${search.join("&")}`,
    body: body === "none" ? undefined : written(body === "nested" ? own["body"] ?? {} : own),
    idempotencyKey,
  })
}

/** The page at an address that the service gave. */
export const pageRequest = (address: string): Request =>
  ({ method: "GET", address, body: undefined, idempotencyKey: null })

/**
 * Identifiers that cannot stand in a path: empty or of dots alone they would mean another path, and half a character is
 * no UTF-8.
 */
const unsendable = /^\.{0,2}$|\p{Surrogate}/u

const halfCharacter = /\p{Surrogate}/u

const headerForm = /^[\x20-\x7E]{1,255}$/

const encoded = (value: unknown): string => encodeURIComponent(String(value))

/** NaN would become null, which the service reads as left out: a default in place of a quantity. */
const written = (body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) => {
    if (typeof value !== "number" || Number.isFinite(value)) return value
    throw new RangeError(`${name}: ${value} no es un número`)
  })

const invalid = (campos: ReadonlyArray<Campo>, idempotencyKey: string | null): InvalidInput => {
  const message = "Los datos no son válidos."
  return new InvalidInput({ status: null, message, detalles: { campos }, campos, idempotencyKey })
}

const unknownName = (idempotencyKey: string | null): NotFound =>
  new NotFound({ status: null, message: "El identificador no nombra nada.", detalles: null, idempotencyKey })
