import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import { Either, Option, type Schema } from "effect"
import type { Instant } from "../../../core/calendar/instant.ts"
import { unknownProperty } from "../../../core/fields/fieldIssues.ts"
import { inputDecoder } from "../../../core/fields/inputDecoder.ts"
import { camposOf, type FieldIssue, invalidInput, type InvalidInput } from "../../../core/refusals/refusal.ts"
import type { ApiRequest } from "../ApiRequest.ts"
import { jsonBody } from "./jsonBody.ts"
import { queryParameters } from "./queryParameters.ts"

/** A request that has found its route. */
export interface Incoming {
  readonly request: ApiRequest
  readonly now: Instant
  /** The path as sent, without query. */
  readonly pathname: string
  /** The query as sent, without its question mark. */
  readonly search: string
  readonly parameters: Readonly<Record<string, string>>
}

/** A part of a call that its endpoint may not have. */
type Part<A> = { readonly value: A } | undefined

/** What a handler works on: the request with its parts read as the endpoint declares them. */
export class Call<Path, Query, Body> {
  readonly incoming: Incoming
  /** The query's parameters as texts, all of them known to the endpoint. */
  readonly queryTexts: Readonly<Record<string, string>>
  private readonly pathPart: Part<Path>
  private readonly queryPart: Part<Query>
  private readonly bodyPart: Part<Body>

  constructor(
    incoming: Incoming,
    queryTexts: Readonly<Record<string, string>>,
    parts: { readonly path: Part<Path>; readonly query: Part<Query>; readonly body: Part<Body> },
  ) {
    this.incoming = incoming
    this.queryTexts = queryTexts
    this.pathPart = parts.path
    this.queryPart = parts.query
    this.bodyPart = parts.body
  }

  get path(): Path {
    return declared(this.pathPart)
  }

  get query(): Query {
    return declared(this.queryPart)
  }

  get body(): Body {
    return declared(this.bodyPart)
  }
}

const declared = <A>(part: Part<A>): A => {
  if (part === undefined) throw new Error("a handler reads what its endpoint does not declare")
  return part.value
}

/** An endpoint, as far as reading its requests goes. */
export type Endpoint<Name extends string, Path, Query, Body, Success, Fault> =
  HttpApiEndpoint.HttpApiEndpoint<Name, HttpMethod.HttpMethod, Path, Query, Body, never, Success, Fault>

/** Reads the calls of an endpoint, all that fails at once. Its schemas are compiled here, once. */
export const callReader = <Name extends string, Path, Query, Body, Success, Fault>(
  endpoint: Endpoint<Name, Path, Query, Body, Success, Fault>,
) => {
  const readPath = partReader(endpoint.pathSchema)
  const readQuery = partReader(endpoint.urlParamsSchema)
  const readBody = partReader(endpoint.payloadSchema)
  const hasBody = endpoint.method !== "GET"

  return (incoming: Incoming): Either.Either<Call<Path, Query, Body>, InvalidInput> => {
    const { issues, values } = queryParameters(incoming.search)
    const path = readPath(incoming.parameters)
    const query = readQuery(values)
    const body = hasBody ? Either.flatMap(jsonBody(incoming.request), readBody) : Either.right(undefined)
    if (issues.length === 0 && Either.isRight(path) && Either.isRight(query) && Either.isRight(body)) {
      const parts = { path: path.right, query: query.right, body: body.right }
      return Either.right(new Call(incoming, values, parts))
    }
    return Either.left(invalidInput([...issues, ...camposOf(path), ...camposOf(query).map(asParameter), ...camposOf(body)]))
  }
}

/** A query holds parameters: of an unknown one the reason speaks of a parameter, not of a property. */
const asParameter = ({ campo, motivo }: FieldIssue): FieldIssue =>
  ({ campo, motivo: motivo === unknownProperty ? "no es un parámetro conocido" : motivo })

/** Without a schema nothing is declared, so anything that is sent is unknown. */
const partReader = <A>(
  schema: Option.Option<Schema.Schema<A, unknown>>,
): ((input: object) => Either.Either<Part<A>, InvalidInput>) => {
  if (Option.isNone(schema)) return (input) => Either.map(nothing(input), () => undefined)
  const decode = inputDecoder(schema.value)
  return (input) => Either.map(decode(input), (value) => ({ value }))
}

const nothing = (input: object): Either.Either<void, InvalidInput> => {
  const unknown = Object.keys(input)
  if (unknown.length === 0) return Either.void
  return Either.left(invalidInput(unknown.map((campo) => ({ campo, motivo: unknownProperty }))))
}
