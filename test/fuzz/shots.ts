import * as fc from "fast-check"
import {
  contentTypes,
  hostileName,
  hostileSegment,
  hostileText,
  idempotencyKeys,
  inAddress,
  spoiled,
} from "./hostile.ts"
import { entriesOf, jsonOf, objectText } from "./jsonValues.ts"
import { cursorsOf, kept, meant, type Operation, operations } from "./operations.ts"
import { placeholder } from "./pool.ts"

/** The key of a request: live or test with every scope, one without scopes, one that does not exist, or none. */
export type KeyKind = "live" | "test" | "narrow" | "false" | "none"

/** A request with placeholders for identifiers. */
export interface Shot {
  readonly method: string
  readonly path: string
  readonly key: KeyKind
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** A request in words, for reports. */
export const shown = ({ body, headers, key, method, path }: Shot): string => {
  const text = body instanceof Uint8Array ? `bytes ${Buffer.from(body).toString("latin1")}` : body
  const sent = text === undefined ? "no body" : cut(text)
  return [`${method} ${cut(path)}`, `key ${key}`, JSON.stringify(headers), sent].join(" | ")
}

const cut = (text: string): string =>
  text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text

/** The request, described by `shown` in the reports of fast-check. */
export const shotThat = (made: Shot): Shot =>
  Object.defineProperty({ ...made }, fc.toStringMethod, { value: () => shown(made) })

/** The usual value, or a rare one in `hostility` percent of cases. */
const usually = <A>(usual: A, rare: fc.Arbitrary<A>, hostility: number): fc.Arbitrary<A> => {
  const weight = Math.ceil(hostility)
  return fc.oneof({ weight: 100 - weight, arbitrary: fc.constant(usual) }, { weight, arbitrary: rare })
}

/** The path with identifiers of existing resources, or sometimes hostile ones. */
export const pathOf = (operation: Operation, hostility: number): fc.Arbitrary<string> => {
  const { collection, parameters, path } = operation
  const [start = "", ...between] = path.split(/\{\w+\}/)
  return fc.nat({ max: 999 }).chain((at) => {
    const values = parameters.map((_, which) =>
      usually(placeholder(collection ?? "", at, which), hostileSegment, hostility))
    return fc.tuple(...values).map((given) =>
      start + given.map((value, i) => value + (between[i] ?? "")).join(""))
  })
}

/** A value encoded for a query. */
const queryText = (json: string): string => {
  const value: unknown = json.startsWith("\"") ? JSON.parse(json) : json
  return inAddress(String(value))
}

/** A cursor of this list or another, or something like it. */
const cursorLike = (path: string): fc.Arbitrary<string> => {
  const all = kept.filter((name) => name.endsWith("?desde")).map((name) => placeholder(name, 0))
  const own = placeholder(cursorsOf(path), 0)
  return fc.oneof(
    fc.constantFrom(own, `A${own}`, `${own}A`, `${own}%3D`, `${own}%00`, own + own),
    fc.constantFrom(...all),
    hostileText.map(inAddress),
  )
}

const wrongPair: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "limite=0", "limite=-1", "limite=1e2", "limite=", "limite", "limite=999999999999999999", "limite=%31", "=",
    "&", "orden=", "orden=modificado", "desde=", "desde=AAAA", "%FF=1", "a=%zz", "%", "?",
    "__proto__=1", "constructor=1", "limite[]=1",
  ),
  fc.tuple(hostileName, hostileText).map((pair) => pair.map(inAddress).join("=")),
)

/** The pairs of a query. */
const pairsOf = (operation: Operation, hostility: number): fc.Arbitrary<ReadonlyArray<string>> => {
  const { body, path, query } = operation
  const manner = { samples: body?.example ?? {}, hostility }
  const known = query.map(({ name, schema }) => {
    const isCursor = name === "desde"
    const text = isCursor ? cursorLike(path) : jsonOf(schema, name, manner).map(queryText)
    const pair = text.map((value): ReadonlyArray<string> => [`${name}=${value}`])
    return usually([], pair, isCursor ? hostility : 25)
  })
  const wrong = usually<ReadonlyArray<string>>([], fc.array(wrongPair, { maxLength: 3 }), hostility)
  const repeated = usually(false, fc.constant(true), hostility)
  return fc.tuple(repeated, ...known, wrong).map(([isRepeated, ...pairs]) =>
    isRepeated ? [...pairs.flat(), ...pairs.flat()] : pairs.flat())
}

const withQuery = (path: string, pairs: ReadonlyArray<string>): string =>
  pairs.length === 0 ? path : `${path}?${pairs.join("&")}`

const headersOf = (hostility: number): fc.Arbitrary<Shot["headers"]> =>
  fc.tuple(
    usually<Shot["headers"]>({}, idempotencyKeys.map((value) => ({ "idempotency-key": value })), hostility),
    usually<Shot["headers"]>({}, contentTypes.map((value) => ({ "content-type": value })), hostility / 5),
  ).map(([idempotencyKey, contentType]) => ({ ...idempotencyKey, ...contentType }))

const bodyOf = ({ body }: Operation, hostility: number): fc.Arbitrary<Shot["body"]> => {
  const unasked = fc.constantFrom("{}", "{\"a\":1}", "[]", "x")
  if (body === undefined) return usually<Shot["body"]>(undefined, unasked, hostility / 5)
  return entriesOf(meant(body.schema), { samples: body.example, hostility: hostility / 5 }).map(objectText)
}

const keys = (hostility: number): fc.Arbitrary<KeyKind> =>
  usually<KeyKind>("live", fc.constantFrom("test", "narrow", "false", "none"), hostility / 5)

/** A request of the operation. The higher the hostility (0 to 100), the less it keeps to the document. */
export const shotOf = (operation: Operation, hostility: number): fc.Arbitrary<Shot> => {
  const otherMethods = fc.constantFrom("HEAD", "PUT", "OPTIONS", "get")
  return fc.record({
    method: usually(operation.method, otherMethods, operation.method === "GET" ? hostility / 5 : 0),
    path: pathOf(operation, hostility / 3),
    pairs: pairsOf(operation, hostility),
    key: keys(hostility),
    headers: headersOf(hostility),
    body: bodyOf(operation, hostility),
  }).map(({ pairs, path, ...rest }) => shotThat({ ...rest, path: withQuery(path, pairs) }))
}

/** A request with a corrupted body. */
export const spoiledShot = (operation: Operation): fc.Arbitrary<Shot> =>
  shotOf(operation, 0).chain((made) =>
    spoiled(typeof made.body === "string" ? made.body : "{}").map((body) => shotThat({ ...made, body })))

const words = operations.flatMap(({ path }) => path.split("/"))

/** A request to a random path. */
export const strayShot: fc.Arbitrary<Shot> = fc.record({
  method: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "__proto__", ""),
  path: fc.array(fc.oneof(hostileSegment, fc.constantFrom(...words)), { maxLength: 5 })
    .map((segments) => `/${segments.join("/")}`),
  key: keys(50),
  headers: headersOf(20),
  body: fc.constantFrom(undefined, "{}"),
}).map(shotThat)
