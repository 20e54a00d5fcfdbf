import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Layer, Schema, Scope } from "effect"
import { connect, type Socket } from "node:net"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { type HarnessSettings, makeHarness } from "../../runtimes/memory/harness.ts"
import { type HttpServerSettings, serveHttp } from "../../runtimes/node/httpServer.ts"
import { httpRequest } from "../support/httpRequest.ts"
import { idOf, pageOf } from "./scene.ts"

/** The harness behind a real server. */
const open = (settings: HarnessSettings = {}, limits: Pick<HttpServerSettings, "drainMillis" | "arrivalMillis"> = {}) =>
  Effect.gen(function*() {
    const harness = yield* makeHarness(settings)
    const company = yield* harness.openCompany()
    const { port, url } = yield* Effect.orDie(serveHttp(harness, { host: "127.0.0.1", port: 0, ...limits }))
    return { ...company, port, url, request: httpRequest(url), organizationId: company.organizationId }
  })

interface Connection {
  readonly send: (text: string | Uint8Array) => void
  /** What has come when the other end has closed. */
  readonly end: Effect.Effect<string>
  /** What has come once it contains the text. */
  readonly until: (text: string) => Effect.Effect<string>
  readonly socket: Socket
}

/** A bare connection, on which anything can be said. */
const dial = (port: number): Effect.Effect<Connection, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<Connection>((resume) => {
      let received = ""
      const socket = connect(port, "127.0.0.1")
      socket.on("data", (chunk: Buffer) => (received += chunk.toString("utf8"))).on("error", () => {})
      const when = (event: "data" | "close", ready: () => boolean) =>
        Effect.async<string>((answer) => {
          const look = () => {
            if (!ready()) return
            socket.off(event, look)
            answer(Effect.sync(() => received))
          }
          socket.on(event, look)
          look()
        })
      socket.on("connect", () => resume(Effect.succeed({
        send: (text) => void socket.write(text),
        end: when("close", () => socket.closed),
        until: (text) => when("data", () => received.includes(text)),
        socket,
      })))
    }),
    ({ socket }) => Effect.sync(() => socket.destroy()),
  )

const envelope = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ error: Schema.Struct({ codigo: Schema.String }) })))

/** Status line, headers in lower case, and body of the last response in a text. */
const lastResponse = (text: string) => {
  const [head = "", body = ""] = (text.split(/(?=HTTP\/1\.1 \d)/).at(-1) ?? "").split("\r\n\r\n")
  const [line = "", ...headers] = head.split("\r\n")
  const named = new Map(headers.map((header): [string, string] => {
    const [name = "", value = ""] = header.split(": ")
    return [name.toLowerCase(), value]
  }))
  return { status: Number(line.split(" ")[1]), headers: named, body }
}

describe("the server answers with the envelope and rate headers what Node would answer by itself", () => {
  const get = (headers: string): string => `GET /api/v1/salud HTTP/1.1\r\n${headers}\r\n`
  const broken: ReadonlyArray<readonly [string, string, number]> = [
    ["bytes that are no HTTP", "hola\r\n\r\n", 400],
    ["an unknown method", "BREW /api/v1/salud HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["no Host", get(""), 400],
    ["a malformed header", get("Host: a\r\nñ\u0001: x\r\n"), 400],
    ["two lengths", get("Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n"), 400],
    ["headers without end", get(`Host: a\r\nX: ${"x".repeat(20_000)}\r\n`), 431],
    ["an unknown expectation", get("Host: a\r\nExpect: 200-maybe\r\n"), 417],
    ["a malformed chunk", "POST /api/v1/contactos HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400],
    ["a chunk with endless extensions",
      `POST /api/v1/contactos HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}`, 413],
  ]
  const slow: ReadonlyArray<readonly [string, string, number]> = [
    ["headers that never end", "GET /api/v1/salud HTTP/1.1\r\nHost: a\r\n", 408],
    ["a body that never ends", "POST /api/v1/contactos HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{", 408],
  ]
  for (const [what, text, expected] of [...broken, ...slow]) {
    it.scopedLive(what, () =>
      Effect.gen(function*() {
        const { port } = yield* open({}, expected === 408 ? { arrivalMillis: 100 } : {})
        const { end, send } = yield* dial(port)
        send(text)
        const { body, headers, status } = lastResponse(yield* end)
        assert.strictEqual(status, expected)
        assert.strictEqual(envelope(body).error.codigo, "datos_invalidos")
        assert.strictEqual(headers.get("content-type"), "application/json; charset=utf-8")
        assert.strictEqual(headers.get("ratelimit-limit"), "120")
        assert.strictEqual(headers.get("connection"), "close")
        assert.strictEqual(headers.get("content-length"), String(Buffer.byteLength(body)))
        assert.notInclude(body, "node:")
      }))
  }
})

describe("bodies over real connections", () => {
  const post = (key: string, headers: string): string =>
    `POST /api/v1/contactos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}\r\n`

  it.scopedLive("that declare more than 1 MiB are refused unread, and the connection ends", () =>
    Effect.gen(function*() {
      const { live, port } = yield* open()
      const { end, send, until } = yield* dial(port)
      send(post(live, "Content-Length: 1048577\r\n"))
      yield* until("\r\n\r\n{")
      send(Buffer.alloc(1_048_577, " "))
      const { body, headers, status } = lastResponse(yield* end)
      assert.strictEqual(status, 422)
      assert.include(body, "(cuerpo)")
      assert.strictEqual(headers.get("connection"), "close")
    }))

  it.scopedLive("that go on beyond 1 MiB in chunks are refused there, also while the client keeps sending", () =>
    Effect.gen(function*() {
      const { live, url } = yield* open()
      const chunk = new Uint8Array(65_536).fill(32)
      let sent = 0
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += chunk.length
          if (sent > 4 * 1_048_576) controller.close()
          else controller.enqueue(chunk)
        },
      })
      const headers = { authorization: `Bearer ${live}`, "content-type": "application/json" }
      const init: RequestInit = { method: "POST", headers, body: endless, duplex: "half" }
      const response = yield* Effect.promise(() => fetch(`${url}/api/v1/contactos`, init))
      assert.strictEqual(response.status, 422)
      assert.include(yield* Effect.promise(() => response.text()), "(cuerpo)")
    }))

  it.scopedLive("of exactly 1 MiB, in chunks or not, are read", () =>
    Effect.gen(function*() {
      const { live, port } = yield* open()
      const body = `{"nombre":"Ana"${" ".repeat(1_048_576 - 16)}}`
      const plain = yield* dial(port)
      plain.send(post(live, "Content-Length: 1048576\r\n") + body)
      assert.include(yield* plain.until("\r\n\r\n{"), "201 Created")
      const chunked = yield* dial(port)
      chunked.send(`${post(live, "Transfer-Encoding: chunked\r\n")}100000\r\n${body}\r\n0\r\n\r\n`)
      assert.include(yield* chunked.until("\r\n\r\n{"), "201 Created")
    }))

  it.scopedLive("wait for 100-continue when the client asks for it, and are not asked for when too large", () =>
    Effect.gen(function*() {
      const { live, port } = yield* open()
      const patient = yield* dial(port)
      const body = "{\"nombre\":\"Ana\"}"
      patient.send(post(live, `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`))
      assert.strictEqual(yield* patient.until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n")
      patient.send(body)
      assert.include(yield* patient.until("201 Created"), "201 Created")

      const large = yield* dial(port)
      large.send(post(live, "Expect: 100-continue\r\nContent-Length: 99999999\r\n"))
      const answer = yield* large.end
      assert.notInclude(answer, "100 Continue")
      assert.strictEqual(lastResponse(answer).status, 422)
    }))

  it.scopedLive("that break off do nothing", () =>
    Effect.gen(function*() {
      const { live, port, request } = yield* open()
      const { send, socket } = yield* dial(port)
      send(`${post(live, "Content-Length: 16\r\n")}{"nombre":"Ana"`)
      yield* Effect.sleep("20 millis")
      socket.destroy()
      yield* Effect.sleep("20 millis")
      assert.strictEqual(pageOf(yield* request("GET", "/contactos", { key: live })).total, 0)
    }))
})

describe("connections", () => {
  it.scopedLive("stay open between requests, and answer pipelined ones in order", () =>
    Effect.gen(function*() {
      const { port } = yield* open()
      const { send, until } = yield* dial(port)
      send("GET /api/v1/salud HTTP/1.1\r\nHost: a\r\n\r\n")
      assert.include(yield* until("\"ok\"}"), "200 OK")
      send("GET /api/v1/nada HTTP/1.1\r\nHost: a\r\n\r\nHEAD /api/v1/salud HTTP/1.1\r\nHost: a\r\n\r\nGET /api/v1/ HTTP/1.1\r\nHost: a\r\n\r\n")
      const all = yield* until("no_autenticado")
      assert.deepStrictEqual(all.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200", "HTTP/1.1 401"])
    }))

  it.scopedLive("HEAD has the length and no body", () =>
    Effect.gen(function*() {
      const { request } = yield* open()
      const get = yield* request("GET", "/salud")
      const head = yield* request("HEAD", "/salud")
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      assert.strictEqual(head.headers["content-length"], String(get.bytes.length))
    }))

  it.scopedLive("the addresses that clients are given are those they used, unless their Host is none", () =>
    Effect.gen(function*() {
      const { live, port } = yield* open()
      const indexFor = (host: string, target = "/api/v1") =>
        Effect.gen(function*() {
          const { end, send } = yield* dial(port)
          send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil\r\nAuthorization: Bearer ${live}\r\nConnection: close\r\n\r\n`)
          return lastResponse(yield* end).body
        })
      assert.include(yield* indexFor("facturas.example:8080"), "\"http://facturas.example:8080/api/v1/openapi.json\"")
      assert.include(yield* indexFor("[::1]:80"), "\"http://[::1]:80/api/v1/openapi.json\"")
      assert.include(yield* indexFor("a/b\"<script>"), `"http://127.0.0.1:${port}/api/v1/openapi.json"`)
      assert.include(yield* indexFor("a", "http://a/api/v1?"), "\"http://a/api/v1/openapi.json\"")
    }))

  it.scopedLive("clients are told apart by their connection, whatever X-Forwarded-For says", () =>
    Effect.gen(function*() {
      const { request } = yield* open({ rateLimit: { limit: 2, windowSeconds: 60 } })
      const from = (address: string) => request("GET", "/organizacion", { headers: { "x-forwarded-for": address } })
      const statuses = yield* Effect.forEach(["10.0.0.1", "10.0.0.2", "10.0.0.3"], from)
      assert.deepStrictEqual(statuses.map(({ status }) => status), [401, 401, 429])
    }))
})

/** Storage in memory whose commits wait for the gate, and tell when one has come to it. */
const gatedStorage = (gate: Deferred.Deferred<void>, reached: Deferred.Deferred<void>) =>
  Layer.effect(Storage, Effect.map(Storage, (storage): Storage["Type"] => ({
    ...storage,
    transact: (opening, body) =>
      storage.transact(opening, (rows, load) =>
        Effect.tap(body(rows, load), ({ changes }) =>
          changes.contact.length === 0 ? Effect.void : Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(gate)))),
  }))).pipe(Layer.provide(StorageMemory.layer))

const gated = Effect.gen(function*() {
  const gate = yield* Deferred.make<void>()
  const reached = yield* Deferred.make<void>()
  return { gate, reached, storage: gatedStorage(gate, reached) }
})

describe("a running write", () => {
  it.scopedLive("goes on when its client goes away", () =>
    Effect.gen(function*() {
      const { gate, reached, storage } = yield* gated
      const { live, port, request } = yield* open({ storage })
      const { send, socket } = yield* dial(port)
      const body = "{\"nombre\":\"Ana\"}"
      send(`POST /api/v1/contactos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${live}\r\nContent-Type: application/json\r\n`
        + `Content-Length: ${body.length}\r\n\r\n${body}`)
      yield* Deferred.await(reached)
      socket.destroy()
      yield* Effect.sleep("20 millis")
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.sleep("20 millis")
      assert.strictEqual(pageOf(yield* request("GET", "/contactos", { key: live })).total, 1)
    }))

  it.scopedLive("is finished and answered before the server ends, which takes no new connection meanwhile", () =>
    Effect.gen(function*() {
      const { gate, reached, storage } = yield* gated
      const scope = yield* Scope.make()
      const { live, port, request } = yield* Scope.extend(open({ storage }), scope)
      const idle = yield* dial(port)
      idle.send("GET /api/v1/salud HTTP/1.1\r\nHost: a\r\n\r\n")
      yield* idle.until("\"ok\"}")

      const create = yield* Effect.fork(request("POST", "/contactos", { key: live, body: { nombre: "Ana" } }))
      yield* Deferred.await(reached)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* idle.end
      const refused = yield* Effect.either(Effect.tryPromise(() => fetch(`http://127.0.0.1:${port}/api/v1/salud`)))
      assert.strictEqual(refused._tag, "Left")
      yield* Deferred.succeed(gate, undefined)
      const answer = yield* create
      assert.strictEqual(answer.status, 201)
      assert.match(idOf(answer), /^[0-9a-f]{32}$/)
      assert.strictEqual(answer.headers["connection"], "close")
      yield* closing
    }))

  it.scopedLive("is waited for no longer than agreed", () =>
    Effect.gen(function*() {
      const { gate, reached, storage } = yield* gated
      const scope = yield* Scope.make()
      const { live, request } = yield* Scope.extend(open({ storage }, { drainMillis: 100 }), scope)
      const create = yield* Effect.fork(Effect.exit(Effect.sandbox(request("POST", "/contactos", { key: live, body: { nombre: "Ana" } }))))
      yield* Deferred.await(reached)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      assert.isTrue(Exit.isFailure(yield* create))
      yield* Deferred.succeed(gate, undefined)
      yield* closing
    }))
})

it.scopedLive("a taken port is told", () =>
  Effect.gen(function*() {
    const harness = yield* makeHarness()
    const { port } = yield* serveHttp(harness, { host: "127.0.0.1", port: 0 })
    const failure = yield* Effect.flip(serveHttp(harness, { host: "127.0.0.1", port }))
    assert.include(failure.message, "EADDRINUSE")
  }))
