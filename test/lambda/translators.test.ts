import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { once } from "node:events"
import { Agent, createServer, type IncomingMessage, request as sendRequest } from "node:http"
import { type ApiRequest, type ApiResponse, bodyBytesMax } from "../../adapters/http/ApiRequest.ts"
import { isOfContract } from "../../adapters/http/mountPoint.ts"
import { queryParameters } from "../../adapters/http/routing/queryParameters.ts"
import { apiRequest } from "../../runtimes/lambda/apiGateway/apiRequest.ts"
import { httpEvent } from "../../runtimes/lambda/apiGateway/httpEvent.ts"
import { httpResult } from "../../runtimes/lambda/apiGateway/httpResult.ts"
import * as node from "../../runtimes/node/http/apiRequest.ts"
import { anyCharacter } from "../support/anyCharacter.ts"
import { portOf } from "../support/portOf.ts"
import { type Deployment, deployments, received, type Sent } from "./deployments.ts"

const all: ReadonlyArray<Deployment> = Object.values(deployments)

/** The request as the function reads it from the JSON of an event. */
const read = (deployment: Deployment, sent: Sent): ApiRequest => {
  const event = httpEvent(JSON.parse(JSON.stringify(deployment.event(sent))))
  if (event === undefined) throw new Error("the event is not known")
  return apiRequest(event, [])
}

const simple = (sent: Partial<Sent>): Sent =>
  ({ method: "GET", path: "/api/v1/salud", search: "", headers: [], body: new Uint8Array(), ...sent })

/** Receives the same requests over a connection. */
const server = createServer()
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening")
})
afterAll(() => {
  agent.destroy()
  server.close()
})

const asNodeReads = async ({ body, headers, method, path, search }: Sent): Promise<ApiRequest> => {
  const port = portOf(server)
  const made = new Promise<ApiRequest>((resolve) => {
    server.once("request", (request: IncomingMessage, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => void chunks.push(chunk)).on("end", () => {
        resolve(node.apiRequest(request, Buffer.concat(chunks), []))
        response.end()
      })
    })
  })
  const target = search === "" ? path : `${path}?${search}`
  const sending = sendRequest({ agent, port, host: "127.0.0.1", method, path: target })
  const values = new Map<string, Array<string>>()
  for (const [name, value] of headers) values.set(name, [...values.get(name) ?? [], value])
  for (const [name, each] of values) sending.setHeader(name, each)
  if (body.length > 0) sending.setHeader("Content-Length", body.length)
  sending.end(body)
  const [answer] = await Promise.all([once(sending, "response"), made])
  for (const one of answer) if ("resume" in one) one.resume()
  return made
}

const plainSegment = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).map((text) =>
  encodeURIComponent(text).replaceAll(/%2F|%3F|%00/gi, "_").replaceAll("%3A", ":").replaceAll("%40", "@"))
const oddSegment = fc.constantFrom("%2F", "%", "%zz", "%C3", "", "a%2fb", "%3F", "..", "~'()*!$&,;=+")
const anySegment = fc.oneof(plainSegment, oddSegment)

const parameter = fc.tuple(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)

// Names that neither side treats specially.
const headerName = fc.constantFrom("Idempotency-Key", "X-Algo", "x-otro", "TRACEPARENT", "Accept-Language")
const headerValue = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/)

const anySent = (segment: fc.Arbitrary<string>): fc.Arbitrary<Sent> =>
  fc.record({
    method: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "HEAD", "PUT", "OPTIONS"),
    path: fc.array(segment, { maxLength: 4 }).map((segments) => ["/api/v1", ...segments].join("/")),
    search: fc.array(parameter, { maxLength: 4 }).map((pairs) => pairs.join("&")),
    headers: fc.array(fc.tuple(headerName, headerValue), { maxLength: 4 }),
    body: fc.uint8Array({ maxLength: 40 }),
  }).map((sent) => (sent.method === "GET" || sent.method === "HEAD" ? { ...sent, body: new Uint8Array() } : sent))

const split = (url: string) => {
  const [path = "", search = ""] = url.split("?")
  return { path, search }
}

/** The headers that were sent; their values regardless of how the gateway joins them, if it does. */
const headersOf = (request: ApiRequest, { headers }: Sent, { tellsEach }: Deployment) =>
  Object.fromEntries(headers.map(([name]) => {
    const value = request.headers[name.toLowerCase()]
    return [name.toLowerCase(), tellsEach ? value : value?.replaceAll(/,\s*/g, ",")]
  }))

const bytesOf = ({ body }: ApiRequest) => (typeof body === "string" ? body : [...body])

describe("events become the same request as in Node's server", () => {
  for (const deployment of all) {
    it(`behind ${deployment.name}`, () =>
      fc.assert(
        fc.asyncProperty(anySent(deployment.keepsPath ? anySegment : plainSegment), async (sent) => {
          const [ours, nodes] = [read(deployment, sent), await asNodeReads(sent)]
          assert.deepStrictEqual([ours.method, bytesOf(ours)], [nodes.method, bytesOf(nodes)])
          assert.deepStrictEqual(headersOf(ours, sent, deployment), headersOf(nodes, sent, deployment))
          const [our, their] = [split(ours.url), split(nodes.url)]
          if (deployment.keepsPath) assert.strictEqual(our.path, their.path)
          else assert.strictEqual(decodeURIComponent(our.path), decodeURIComponent(their.path))
          // The gateway groups repeated parameters, so only that they are repeated is compared.
          if (deployment.tellsEach) {
            const [ourQuery, theirQuery] = [queryParameters(our.search), queryParameters(their.search)]
            assert.deepStrictEqual(ourQuery.values, theirQuery.values)
            assert.strictEqual(ourQuery.issues.length, theirQuery.issues.length)
          } else assert.strictEqual(our.search, their.search)
          assert.deepStrictEqual([ours.clientAddress, ours.origin], ["192.0.2.1", deployment.origin])
        }),
        { numRuns: 60 },
      ))
  }
})

describe("events", () => {
  it("of REST APIs keep the first of headers that must not be repeated, like Node's server", () => {
    const keys = [["Authorization", "Bearer a"], ["authorization", "Bearer b"]] as const
    const types = [["Content-Type", "a/b"], ["Content-Type", "c/d"]] as const
    const { headers } = read(deployments.restApi, simple({ headers: [...keys, ...types] }))
    assert.deepStrictEqual(headers, { "authorization": "Bearer a", "content-type": "a/b" })
  })

  it("may have a body of exactly 1 MiB but not a larger one, as text or base64", () => {
    for (const deployment of all) {
      for (const [size, expected] of [[bodyBytesMax, bodyBytesMax], [bodyBytesMax + 1, "too_large"]] as const) {
        for (const byte of [0x20, 0xff]) {
          const { body } = read(deployment, simple({ method: "POST", body: new Uint8Array(size).fill(byte) }))
          assert.strictEqual(typeof body === "string" ? body : body.length, expected, deployment.name)
        }
      }
    }
  })

  it("are read without their optional fields", () => {
    const http = { method: "GET", sourceIp: "::1" }
    const event2 = { version: "2.0", rawPath: "/api/v1", requestContext: { stage: "$default", http } }
    const event1 = { httpMethod: "GET", path: "/api/v1", headers: null, requestContext: { stage: "prod", identity: {} } }
    for (const event of [event2, event1]) {
      const known = httpEvent(event)
      assert.isDefined(known)
      if (known === undefined) continue
      const { headers, method, origin, url } = apiRequest(known, [])
      const expected = { headers: {}, method: "GET", origin: "https://localhost", url: "/api/v1" }
      assert.deepStrictEqual({ headers, method, origin, url }, expected)
    }
  })

  it("of format 1.0 may have only single parameters and headers, like those written by hand", () => {
    const known = httpEvent({
      httpMethod: "GET",
      path: "/api/v1/contactos",
      queryStringParameters: { buscar: "a b" },
      headers: { Authorization: "Bearer a", Host: "facturas.example" },
      requestContext: { stage: "prod", identity: {} },
    })
    if (known === undefined) return assert.fail("the event is not known")
    const { headers, origin, url } = apiRequest(known, [])
    assert.deepStrictEqual(headers, { authorization: "Bearer a", host: "facturas.example" })
    assert.strictEqual(origin, "https://facturas.example")
    assert.deepStrictEqual(queryParameters(split(url).search), { values: { buscar: "a b" }, issues: [] })
  })

  it("lead to the same path with any characters in it, which some gateways decode", () => {
    for (const deployment of all) {
      for (const segment of ["a%3Fb", "a%23b", "100%25", "%C3%B1%20"]) {
        const path = `/api/v1/contactos/${segment}`
        assert.strictEqual(read(deployment, simple({ path, search: "a=b" })).url, `${path}?a=b`, deployment.name)
      }
    }
  })

  it("of a mapping whose name starts like the stage have the path after the mapping", () => {
    const known = httpEvent({
      httpMethod: "GET",
      path: "/produccion/api/v1/salud",
      requestContext: { domainName: "facturas.example", stage: "prod", identity: {} },
    })
    if (known === undefined) return assert.fail("the event is not known")
    const { origin, url } = apiRequest(known, [])
    assert.deepStrictEqual({ origin, url }, { origin: "https://facturas.example/produccion", url: "/api/v1/salud" })
  })

  it("may have half a character in a parameter, which JSON allows and an address does not", () => {
    const known = httpEvent({
      httpMethod: "GET",
      path: "/api/v1/contactos",
      multiValueQueryStringParameters: { buscar: ["\ud800"] },
      requestContext: { stage: "prod", identity: {} },
    })
    if (known === undefined) return assert.fail("the event is not known")
    assert.strictEqual(apiRequest(known, []).url, "/api/v1/contactos?buscar=%EF%BF%BD")
  })

  it("are refused if they are not requests", () => {
    for (const event of [null, 1, "a", [], {}, { version: "2.0" }, { Records: [] }, { httpMethod: "GET", path: 1 }]) {
      assert.isUndefined(httpEvent(event))
    }
  })

  it("with other paths than the contract's have no route, and keep their path if nothing is mapped", () => {
    for (const deployment of all) {
      for (const path of ["/", "/nada", "/apis/v1", "/api/v10/salud"]) {
        const { url } = read(deployment, simple({ path }))
        assert.isFalse(isOfContract(url))
        if (deployment !== deployments.mappedRestApi) assert.strictEqual(url, path)
      }
    }
  })

  it("take the client address from trusted proxies before the gateway", () => {
    const event = httpEvent(deployments.httpApi.event(simple({ headers: [["X-Forwarded-For", "203.0.113.9, 192.0.2.1"]] })))
    assert.isDefined(event)
    if (event === undefined) return
    assert.strictEqual(apiRequest(event, []).clientAddress, "192.0.2.1")
    const trusted = [{ address: [192, 0, 2, 0], bits: 24 }]
    assert.strictEqual(apiRequest(event, trusted).clientAddress, "203.0.113.9")
  })
})

const json = { "Content-Type": "application/json; charset=utf-8" }

describe("results", () => {
  const roundTrip = (response: ApiResponse) => {
    const result = httpResult(response, undefined)
    return result === undefined ? undefined : received(JSON.parse(JSON.stringify(result)))
  }

  it("give clients the same bytes", () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.uint8Array()), (body) => {
      const expected = typeof body === "string" ? new TextEncoder().encode(body) : body
      const headers = typeof body === "string" ? json : { "Content-Type": "application/pdf" }
      const response = roundTrip({ status: 200, headers, body })
      assert.deepStrictEqual(response, { status: 200, headers, body: new Uint8Array(expected) })
    }))
  })

  it("contain text as text, even if it was bytes, so that a REST API need not know media types", () => {
    const bytes = new TextEncoder().encode("{\"a\":\"ñ\"}")
    const text = httpResult({ status: 200, headers: json, body: bytes }, undefined)
    assert.deepInclude(text, { body: "{\"a\":\"ñ\"}", isBase64Encoded: false })
    const image = httpResult({ status: 200, headers: { "Content-Type": "image/png" }, body: bytes }, undefined)
    assert.isTrue(image?.isBase64Encoded)
    const nothing = httpResult({ status: 204, headers: {}, body: null }, undefined)
    assert.deepInclude(nothing, { statusCode: 204, body: "", isBase64Encoded: false })
  })

  it("contain only the bytes of the answer when they are part of a larger buffer", () => {
    const body = new TextEncoder().encode("ajeno{}ajeno").subarray(5, 7)
    assert.strictEqual(httpResult({ status: 200, headers: json, body }, undefined)?.body, "{}")
    const image = httpResult({ status: 200, headers: { "Content-Type": "image/png" }, body }, undefined)
    assert.strictEqual(image?.body, Buffer.from("{}").toString("base64"))
  })

  it("are compressed beyond Lambda's 6 MB, or else not sent", () => {
    const long = { status: 200, headers: json, body: `"${"ñ\\n".repeat(1_700_000)}"` }
    assert.isDefined(httpResult({ ...long, body: `"${"ñ".repeat(3_000_000)}"` }, undefined))
    assert.isUndefined(httpResult(long, undefined))
    for (const other of ["br, identity", "gzip;q=0, br", "gzip; q=0.0"]) assert.isUndefined(httpResult(long, other))
    // The rest of the result counts too.
    assert.isUndefined(httpResult({ ...long, body: "x".repeat(6 * 1024 * 1024 - 50) }, undefined))
    const packed = httpResult(long, "br, gzip")
    assert.deepInclude(packed?.headers, { "Content-Encoding": "gzip", "Vary": "Accept-Encoding" })
    assert.isBelow(JSON.stringify(packed).length, 6 * 1024 * 1024)
    const noise = Buffer.from(Array.from({ length: 5_000_000 }, (_, i) => (i * 7919 * (i >> 3)) % 251))
    assert.isUndefined(httpResult({ status: 200, headers: { "Content-Type": "application/pdf" }, body: noise }, undefined))
  })
})
