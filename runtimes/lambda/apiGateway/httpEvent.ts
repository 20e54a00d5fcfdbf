import { Either, Schema } from "effect"

/**
 * Values by names that clients choose. The record is taken as it is, not copied: a parameter called `__proto__` is one
 * like any other.
 */
const byName = <A>(isValue: (value: unknown) => value is A) =>
  Schema.declare((record: unknown): record is Readonly<Record<string, A>> =>
    typeof record === "object" && record !== null && Object.values(record).every(isValue))

const texts = byName(Schema.is(Schema.String))
const manyTexts = byName(Schema.is(Schema.Array(Schema.String)))
const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

const body = {
  body: maybe(Schema.String),
  isBase64Encoded: maybe(Schema.Boolean),
}

/** Payload format 2.0, as far as we read it: HTTP APIs of API Gateway, and function URLs. */
const HttpEvent2 = Schema.Struct({
  version: Schema.Literal("2.0"),
  rawPath: Schema.String,
  rawQueryString: maybe(Schema.String),
  /** Names in lower case, values of equal ones joined by commas; without cookies. */
  headers: maybe(texts),
  requestContext: Schema.Struct({
    domainName: maybe(Schema.String),
    stage: Schema.String,
    http: Schema.Struct({ method: Schema.String, sourceIp: Schema.String }),
  }),
  ...body,
})
export type HttpEvent2 = typeof HttpEvent2.Type

/** Payload format 1.0, as far as we read it: REST APIs of API Gateway, and HTTP APIs that are told to use it. */
const HttpEvent1 = Schema.Struct({
  /** A REST API says nothing here. */
  version: Schema.optional(Schema.Literal("1.0")),
  httpMethod: Schema.String,
  path: Schema.String,
  /** Each parameter and each header in the order in which it came; what stands without `multiValue` is the last. */
  queryStringParameters: maybe(texts),
  multiValueQueryStringParameters: maybe(manyTexts),
  headers: maybe(texts),
  multiValueHeaders: maybe(manyTexts),
  requestContext: Schema.Struct({
    domainName: maybe(Schema.String),
    stage: Schema.String,
    identity: Schema.Struct({ sourceIp: maybe(Schema.String) }),
  }),
  ...body,
})
export type HttpEvent1 = typeof HttpEvent1.Type

/** A request in an event (AWS, "Lambda proxy integrations", payload formats 1.0 and 2.0). */
export type HttpEvent = HttpEvent1 | HttpEvent2

const decode = Schema.decodeUnknownEither(Schema.Union(HttpEvent2, HttpEvent1))

/** Undefined for anything else. */
export const httpEvent = (event: unknown): HttpEvent | undefined => Either.getOrUndefined(decode(event))

/** Which of the two it is. */
export const isHttpEvent2 = (event: HttpEvent): event is HttpEvent2 => event.version === "2.0"
