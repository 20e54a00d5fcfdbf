import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import * as fc from "fast-check"
import { Agent, createServer, request as ask } from "node:http"
import type { ApiRequest, ApiResponse } from "../../adapters/http/ApiRequest.ts"
import type { HttpInterface } from "../../adapters/http/httpInterface.ts"
import { serveHttp } from "../../runtimes/node/http/httpServer.ts"
import { middleware } from "../../runtimes/node/http/middleware.ts"
import { fetchHandler } from "../../runtimes/web/fetchHandler.ts"
import { portOf } from "../support/portOf.ts"

/** An interface that records requests in `heard` and answers from `toSay`. */
const parrot = () => {
  const heard: Array<ApiRequest> = []
  const toSay: Array<ApiResponse> = []
  const said = (): ApiResponse => toSay.pop() ?? assert.fail("asked without an answer")
  const http: HttpInterface = {
    handle: (request) =>
      Effect.sync(() => {
        heard.push(request)
        return said()
      }),
    refuse: () => Effect.sync(said),
  }
  return { http, heard, toSay }
}

/** A request as sent over a connection. */
interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array
}

const encodings: ReadonlyArray<(text: string) => string> = [
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  (text) => [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
]

const encoded = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.constantFrom(...encodings)).map(([plain, encode]) => encode(plain))

const unicode = fc.string({ unit: "grapheme", maxLength: 8 })

/** Without dot segments, which clients resolve before sending. */
const segment = encoded(unicode).filter((text) => !/^(?:\.|%2e){1,2}$/i.test(text))

/** Also characters that need no encoding, and invalid encodings. The URL standard turns an apostrophe into %27. */
const queryText = fc.oneof(
  encoded(unicode),
  fc.string({ unit: fc.constantFrom(..."aZ09-._~!$*,;:@/?()[]{}|^`%+="), maxLength: 8 }),
).map((text) => text.replaceAll("'", "%27"))

const target = fc.tuple(fc.array(segment, { maxLength: 4 }), fc.option(fc.array(queryText, { maxLength: 6 }))).map(
  ([path, query]) => ["/api/v1", ...path].join("/") + (query === null ? "" : `?${query.join("&")}`),
)

const headerValue = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f)
  .map((code) => String.fromCharCode(code)), maxLength: 20 })

/** Only headers that may be repeated; of any other, Node keeps just the first. */
const headers = fc.array(
  fc.tuple(fc.constantFrom("X-Ab", "x-ab", "Idempotency-Key", "ACCEPT", "traceparent", "Forwarded"), headerValue),
  { maxLength: 5 },
)

const singles = fc.record({
  "Authorization": fc.constantFrom("Bearer abc", "bearer  x", "", "Bearer"),
  "Content-Type": fc.constantFrom("application/json", " application/json;charset=utf-8", "multipart/form-data; a=x"),
}, { requiredKeys: [] })

const writes = fc.record({
  method: fc.constantFrom("POST", "PATCH", "PUT", "DELETE", "OPTIONS"),
  body: fc.uint8Array({ maxLength: 300 }),
})

const reads = fc.record({ method: fc.constantFrom("GET", "HEAD"), body: fc.constant(new Uint8Array()) })

const anySent: fc.Arbitrary<Sent> = fc.tuple(target, headers, singles, fc.oneof(writes, reads)).map(
  ([target, repeated, single, { body, method }]) =>
    ({ method, target, body, headers: [...repeated, ...Object.entries(single)] }),
)

const content = fc.oneof(fc.string({ unit: "grapheme", maxLength: 50 }), fc.uint8Array({ maxLength: 50 }))

const anySaid: fc.Arbitrary<ApiResponse> = fc.record({
  status: fc.constantFrom(200, 201, 202, 204, 400, 401, 404, 409, 422, 429, 500, 503),
  headers: fc.record({
    "Content-Type": fc.constantFrom("application/json; charset=utf-8", "application/pdf"),
    "Location": fc.webUrl(),
    "RateLimit-Limit": fc.nat().map(String),
    "Content-Disposition": fc.constant("inline; filename*=UTF-8''%C3%B1"),
  }, { requiredKeys: ["Content-Type"] }),
  body: content,
}).map((response) => (response.status === 204 ? { ...response, body: null } : response))

/** The interface's answer: to HEAD without body, its length in a header. */
const asTo = (method: string, response: ApiResponse): ApiResponse => {
  const { body, headers, status } = response
  if (method !== "HEAD" || body === null) return response
  return { status, headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) }, body: null }
}

/** An answer as a client sees it. */
interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Uint8Array
}

/** Headers that servers add for the connection. */
const ofConnection = new Set(["connection", "date", "keep-alive", "transfer-encoding"])

const seen = (status: number, headers: Readonly<Record<string, unknown>>, body: Uint8Array): Seen => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name))),
  body: Uint8Array.from(body),
})

const agent = new Agent({ keepAlive: true })

const overNode = (port: number, { body, headers, method, target }: Sent): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const sent = ask({ agent, port, host: "127.0.0.1", method, path: target }, (response) => {
      const chunks: Array<Uint8Array> = []
      response.on("data", (chunk: Uint8Array) => chunks.push(chunk)).on("error", reject)
      response.on("end", () => resolve(seen(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))))
    })
    for (const [name, value] of headers) sent.appendHeader(name, value)
    if (body.length > 0) sent.setHeader("Content-Length", body.length)
    sent.on("error", reject).end(body.length === 0 ? undefined : body)
  })

const throughFetch = async (
  handler: (request: Request) => Promise<Response>,
  address: string,
  { body, headers, method, target }: Sent,
): Promise<Seen> => {
  const request = new Request(address + target, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    ...(body.length === 0 ? {} : { body }),
  })
  const response = await handler(request)
  return seen(response.status, Object.fromEntries(response.headers), new Uint8Array(await response.arrayBuffer()))
}

/** The request with only the headers that it was sent with; a connection adds others. */
const own = ({ headers, ...rest }: ApiRequest, sent: Sent): ApiRequest => {
  const names = new Set(sent.headers.map(([name]) => name.toLowerCase()))
  return { ...rest, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name))) }
}

describe("a request through fetch, through another server's middleware, or to our own server", () => {
  const { heard, http, toSay } = parrot()
  const host = createServer(middleware(http))
  const scope = Effect.runSync(Scope.make())
  let port = 0
  beforeAll(async () => {
    const server = serveHttp(http, { host: "127.0.0.1", port: 0 })
    port = (await Effect.runPromise(Scope.extend(server, scope))).port
    await new Promise<void>((listening) => host.listen(0, "127.0.0.1", listening))
  })
  afterAll(async () => {
    agent.destroy()
    host.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const exchange = async (sent: Sent, said: ApiResponse, send: (sent: Sent) => Promise<Seen>) => {
    heard.length = 0
    toSay.push(asTo(sent.method, said))
    const answer = await send(sent)
    const [request = assert.fail("nothing was asked")] = heard
    return { request: own(request, sent), answer }
  }

  it("is the same request, byte for byte, and gets the same answer", () =>
    fc.assert(fc.asyncProperty(anySent, anySaid, async (sent, said) => {
      const handler = fetchHandler(http, { clientAddress: () => "::ffff:127.0.0.1" })
      const node = await exchange(sent, said, (one) => overNode(port, one))
      const web = await exchange(sent, said, (one) => throughFetch(handler, `http://127.0.0.1:${port}`, one))
      assert.deepStrictEqual(web, node)
      const part = await exchange(sent, said, (one) => overNode(portOf(host), one))
      assert.deepStrictEqual(part.answer, node.answer)
      assert.deepStrictEqual(part.request, { ...node.request, origin: `http://127.0.0.1:${portOf(host)}` })
    }), { numRuns: 300 }))

  it("is the same under any mount point, whether the host strips it or not", () =>
    fc.assert(fc.asyncProperty(anySent, anySaid, segment, async (sent, said, name) => {
      const prefix = `/${name}`
      const origin = `http://127.0.0.1:${port}`
      const handler = fetchHandler(http, { prefix, clientAddress: () => "127.0.0.1" })
      const node = await exchange(sent, said, (one) => overNode(port, one))
      const mounted = { ...node, request: { ...node.request, origin: origin + prefix.replace(/\/+$/, "") } }
      for (const target of [prefix.replace(/\/+$/, "") + sent.target, sent.target]) {
        const web = await exchange(sent, said, (one) => throughFetch(handler, origin, { ...one, target }))
        assert.deepStrictEqual(web, mounted)
      }
    }), { numRuns: 100 }))
})
