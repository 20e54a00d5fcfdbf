import { Effect, Either, Option, Schema } from "effect"
import { largestLimit } from "../../core/pagination/listPage.ts"
import { urlOf } from "../../core/text/urlOf.ts"
import type { Answer } from "./Answer.ts"
import type { Connection } from "./ClientOptions.ts"
import type { CallOptions } from "./clientTypes.ts"
import { type ClientError, UnreadableAnswer } from "./errors.ts"
import type { Operation } from "./Operation.ts"
import { readError, unreadable } from "./readError.ts"
import { type Input, pageRequest, type Request, requestOf } from "./Request.ts"
import { send } from "./send.ts"

/** What the calls of one endpoint are made of. */
export interface Calls {
  /** One call; each run of the Effect is a call of its own, with an idempotency key of its own. */
  readonly call: (input?: Input, options?: CallOptions) => Effect.Effect<unknown, ClientError>
  readonly follow: (siguiente: string) => Effect.Effect<unknown, ClientError>
  /** The first page of a walk. */
  readonly firstPage: (input?: Input) => Effect.Effect<Page, ClientError>
  readonly nextPage: (siguiente: string) => Effect.Effect<Page, ClientError>
}

/** As much of a list's envelope as walking it needs. */
export interface Page {
  readonly datos: ReadonlyArray<unknown>
  readonly siguiente: string | null
}

const page = Schema.decodeUnknownOption(
  Schema.Struct({ datos: Schema.Array(Schema.Unknown), siguiente: Schema.NullOr(Schema.String) }),
)

/** The calls of an endpoint over a connection. */
export const callsOf = (connection: Connection, operation: Operation): Calls => {
  const carryOut = (request: Request): Effect.Effect<unknown, ClientError> =>
    send(connection, request).pipe(
      Effect.flatMap((answer) => success(operation, answer, request.idempotencyKey)),
      Effect.withSpan(`talonario.${operation.name}`, { kind: "client" }),
    )

  const call: Calls["call"] = (input = {}, { idempotencyKey } = {}) =>
    Effect.suspend(() => {
      const key = operation.method === "GET" ? null : idempotencyKey ?? connection.newIdempotencyKey()
      return Either.match(requestOf(operation, input, key), { onLeft: Effect.fail, onRight: carryOut })
    })

  const follow: Calls["follow"] = (siguiente) =>
    originOf(siguiente) === connection.origin
      ? carryOut(pageRequest(siguiente))
      : Effect.fail(elsewhere())

  return {
    call,
    follow,
    firstPage: (input = {}) => Effect.flatMap(call(walkInput(operation, input)), asPage),
    nextPage: (siguiente) => Effect.flatMap(follow(siguiente), asPage),
  }
}

/** Oldest first is the order for walking; a cursor is bound to its order (contract, section 4.1). */
const walkInput = ({ queryNames }: Operation, input: Input): Input => ({
  // The largest pages, so the fewest requests.
  ...(queryNames.has("limite") ? { limite: largestLimit } : {}),
  ...(queryNames.has("orden") && input["desde"] === undefined ? { orden: "antiguo" } : {}),
  // What is undefined is not given, as in JSON.
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
})

const asPage = (value: unknown): Effect.Effect<Page, ClientError> =>
  Option.match(page(value), { onNone: () => Effect.fail(unreadable(200, null)), onSome: Effect.succeed })

/** The key goes to the service's own origin only, wherever an address may have come from. */
const elsewhere = (): UnreadableAnswer =>
  new UnreadableAnswer({
    status: null,
    message: "siguiente está en otro origen que baseUrl: ponga en baseUrl la dirección pública del servicio.",
    detalles: null,
    idempotencyKey: null,
  })

const originOf = (address: string): string | null => urlOf(address)?.origin ?? null

/** No redirect is followed; browsers do not even tell its status. */
const isRedirect = (status: number): boolean => status === 0 || (status >= 300 && status < 400)

const redirected = (status: number, idempotencyKey: string | null): UnreadableAnswer =>
  new UnreadableAnswer({
    status,
    message: "baseUrl lleva a otra dirección: ponga en baseUrl la definitiva.",
    detalles: null,
    idempotencyKey,
  })

/** Whether the answer is a text: where a file was asked for, it is a page that a proxy has put in its place. */
const isText = (contentType: string | null): boolean => /^text\//i.test(contentType ?? "")

/**
 * Reads a success as its endpoint declares it. Its contents are handed on as they were sent, unchecked: later versions
 * may send new values (section 9).
 */
const success = (
  { answers }: Operation,
  answer: Answer,
  idempotencyKey: string | null,
): Effect.Effect<unknown, ClientError> => {
  const { bytes, contentType, status } = answer
  if (isRedirect(status)) return Effect.fail(redirected(status, idempotencyKey))
  if (status < 200 || status > 299) return Effect.fail(readError(answer, idempotencyKey))
  const kind = answers.get(status) ?? "json"
  if (kind === "bytes") {
    const isFile = bytes.length > 0 && !isText(contentType)
    return isFile ? Effect.succeed(bytes) : Effect.fail(unreadable(status, idempotencyKey))
  }
  const text = new TextDecoder().decode(bytes)
  if (kind === "text") return Effect.succeed(text)
  // An empty answer to any other call is a proxy's: it is no JSON.
  if (text === "" && answers.has(204)) return Effect.succeed(undefined)
  return Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => unreadable(status, idempotencyKey),
  })
}
