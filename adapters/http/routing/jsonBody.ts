import { Either } from "effect"
import { spanishNumber } from "../../../core/money/spanishFormat.ts"
import { invalidField, type InvalidInput } from "../../../core/refusals/refusal.ts"
import type { ApiRequest } from "../ApiRequest.ts"

const jsonType = /^\s*application\/json\s*(?:;|$)/i

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * JSON values in a body at most; an invoice of 500 lines has half as many. More would let a client spend much time of
 * ours with few bytes of its own.
 */
const valuesMax = 10_000

/**
 * The object in the body. Without `Content-Type: application/json` the body is not read and counts as an
 * empty object, and so does a body of no bytes (contract, section 1). What is no object fails as `(cuerpo)`.
 */
export const jsonBody = ({ body, headers }: ApiRequest): Either.Either<object, InvalidInput> => {
  if (body === "too_large") return refused("no puede pasar de 1 MiB")
  if (body.length === 0 || !jsonType.test(headers["content-type"] ?? "")) return Either.right({})
  const value = parsed(body)
  if (value === undefined) return refused(isCompressed(headers) ? "no puede llevar Content-Encoding" : "no es JSON bien formado en UTF-8")
  if (!isObject(value) || Array.isArray(value)) return refused("debe ser un objeto JSON")
  if (!holdsAtMost(valuesMax, value)) return refused(`no puede tener más de ${spanishNumber(valuesMax)} valores`)
  return Either.right(value)
}

const isCompressed = ({ "content-encoding": encoding = "identity" }: ApiRequest["headers"]): boolean =>
  encoding.trim().toLowerCase() !== "identity"

/** Undefined for what is no JSON; its parser does not recurse, so nesting is no danger. */
const parsed = (body: Uint8Array): unknown => {
  try {
    const value: unknown = JSON.parse(utf8.decode(body))
    return value
  } catch {
    return undefined
  }
}

const holdsAtMost = (most: number, value: object): boolean => {
  const open: Array<object> = [value]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const held: ReadonlyArray<unknown> = Array.isArray(next) ? next : Object.values(next)
    count += held.length
    if (count > most) return false
    for (const one of held) if (isObject(one)) open.push(one)
  }
  return true
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const refused = (motivo: string): Either.Either<never, InvalidInput> =>
  Either.left(invalidField("(cuerpo)", motivo))
