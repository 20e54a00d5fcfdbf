import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Logger, Option, Queue, Schema, Scope } from "effect"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import { connect } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { ApiRequest } from "../../adapters/http/ApiRequest.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { hostAndPort } from "../../runtimes/node/http/apiRequest.ts"
import { type HttpServerSettings, serveHttp } from "../../runtimes/node/http/httpServer.ts"
import { makeListener } from "../../runtimes/node/http/listener.ts"
import { listen } from "../../runtimes/node/http/listening.ts"
import { alteredStorage } from "../support/alteredStorage.ts"
import { dial, lastResponse } from "../support/rawConnection.ts"
import { servedHarness } from "../support/servedHarness.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { idOf, pageOf } from "./scene.ts"

const Envelope = Schema.Struct({ error: Schema.Struct({ codigo: Schema.String }) })
const envelope = Schema.decodeUnknownSync(Schema.parseJson(Envelope))

const getHealth = "GET /api/v1/salud HTTP/1.1\r\n"
const postContact = "POST /api/v1/contactos HTTP/1.1\r\n"
const chunked = "Host: a\r\nTransfer-Encoding: chunked\r\n\r\n"

describe("what Node would answer by itself carries the error envelope and the rate headers", () => {
  const answers = (what: string, text: string, expected: number, server: Partial<HttpServerSettings> = {}) =>
    it.scopedLive(`${expected} to ${what}`, () =>
      Effect.gen(function*() {
        const { port } = yield* servedHarness({}, server)
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

  answers("bytes that are no HTTP", "hola\r\n\r\n", 400)
  answers("an unknown method", "BREW /api/v1/salud HTTP/1.1\r\nHost: a\r\n\r\n", 400)
  answers("no Host", `${getHealth}\r\n`, 400)
  answers("a malformed header", `${getHealth}Host: a\r\nñ\u0001: x\r\n\r\n`, 400)
  answers("two lengths", `${getHealth}Content-Length: 1\r\n${chunked}`, 400)
  answers("a malformed chunk", `${postContact}${chunked}zz\r\n`, 400)
  answers("a chunk with endless extensions", `${postContact}${chunked}1;${"a".repeat(20_000)}`, 413)
  answers("an unknown expectation", `${getHealth}Host: a\r\nExpect: 200-maybe\r\n\r\n`, 417)
  answers("headers beyond all measure", `${getHealth}Host: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431)
  const headers = (count: number): string => Array.from({ length: count }, (_, i) => `X-${i}: 1\r\n`).join("")
  answers("more headers than 128", `${getHealth}Host: a\r\n${headers(128)}\r\n`, 431)
  it.scopedLive("200 to exactly 128 headers", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness()
      const { send, until } = yield* dial(port)
      send(`${getHealth}Host: a\r\n${headers(127)}\r\n`)
      assert.include(yield* until("}"), "200 OK")
    }))

  it.scopedLive("once, however much comes that is no HTTP", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      let refused = 0
      const refuse = (status: number) => {
        refused++
        return Effect.as(Deferred.await(gate), { status, headers: {}, body: "no" })
      }
      const { port } = yield* serveHttp({ handle: () => Effect.never, refuse }, { host: "127.0.0.1", port: 0 })
      const { end, send } = yield* dial(port)
      for (let i = 0; i < 2; i++) {
        send("hola\r\n\r\n")
        yield* Effect.sleep("20 millis")
      }
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual([lastResponse(yield* end).status, refused], [400, 1])
    }))

  it.scopedLive("and is let go of soon, though the client neither ends nor sends anything", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness()
      const socket = yield* Effect.acquireRelease(
        Effect.sync(() => connect({ port, host: "127.0.0.1", allowHalfOpen: true })),
        (open) => Effect.sync(() => open.destroy()),
      )
      let received = ""
      let isCut = false
      socket.on("data", (chunk: Buffer) => (received += chunk.toString())).on("error", () => (isCut = true))
      socket.write("hola\r\n\r\n")
      yield* Effect.async<void>((resume) => void socket.once("end", () => resume(Effect.void)))
      assert.strictEqual(lastResponse(received).status, 400)
      yield* Effect.sleep("1500 millis")
      // Only who sends to a connection that is gone learns of it, and not before the second time.
      const send = Effect.zipRight(Effect.sync(() => socket.write("x")), Effect.sleep("20 millis"))
      yield* Effect.repeat(send, { until: () => isCut }).pipe(Effect.timeout("5 seconds"))
    }))

  const soon = { arrivalMillis: 100 }
  answers("headers that never end", `${getHealth}Host: a\r\n`, 408, soon)
  answers("a body that never ends", `${postContact}Host: a\r\nContent-Length: 9\r\n\r\n{`, 408, soon)
})

describe("CONNECT, which Node treats specially, is an unknown route", () => {
  for (const target of ["example.com:443", "/api/v1/salud"]) {
    it.scopedLive(`CONNECT ${target}`, () =>
      Effect.gen(function*() {
        const { port } = yield* servedHarness()
        const { end, send } = yield* dial(port)
        send(`CONNECT ${target} HTTP/1.1\r\nHost: a\r\n\r\n`)
        const { body, headers, status } = lastResponse(yield* end)
        assert.deepStrictEqual([status, envelope(body).error.codigo], [404, "no_encontrado"])
        assert.strictEqual(headers.get("ratelimit-limit"), "120")
        assert.strictEqual(headers.get("connection"), "close")
      }))
  }
})

const post = (key: string, headers: string): string =>
  `${postContact}Host: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}\r\n`

const ana = "{\"nombre\":\"Ana\"}"

describe("bodies over real connections", () => {
  it.scopedLive("that declare more than 1 MiB are refused unread, and the connection ends", () =>
    Effect.gen(function*() {
      const { live, port } = yield* servedHarness()
      const { end, send, until } = yield* dial(port)
      send(post(live, "Content-Length: 1048577\r\n"))
      yield* until("\r\n\r\n{")
      send(Buffer.alloc(1_048_577, " "))
      const { body, headers, status } = lastResponse(yield* end)
      assert.strictEqual(status, 422)
      assert.include(body, "(cuerpo)")
      assert.strictEqual(headers.get("connection"), "close")
    }))

  it.scopedLive("that exceed 1 MiB in chunks are refused at that point, while the client keeps sending", () =>
    Effect.gen(function*() {
      const { live, url } = yield* servedHarness()
      const chunk = new Uint8Array(65_536).fill(32)
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += chunk.length
          if (sent > 4 * 1_048_576) controller.close()
          else controller.enqueue(chunk)
        },
      })
      const headers = { authorization: `Bearer ${live}`, "content-type": "application/json" }
      const init: RequestInit = { method: "POST", headers, body, duplex: "half" }
      const response = yield* Effect.promise(() => fetch(`${url}/api/v1/contactos`, init))
      assert.strictEqual(response.status, 422)
      assert.include(yield* Effect.promise(() => response.text()), "(cuerpo)")
    }))

  it.scopedLive("of exactly 1 MiB, in chunks or not, are read", () =>
    Effect.gen(function*() {
      const { live, port } = yield* servedHarness()
      const body = `{"nombre":"Ana"${" ".repeat(1_048_576 - 16)}}`
      const whole = yield* dial(port)
      whole.send(post(live, "Content-Length: 1048576\r\n") + body)
      assert.include(yield* whole.until("\r\n\r\n{"), "201 Created")
      const parts = yield* dial(port)
      parts.send(`${post(live, "Transfer-Encoding: chunked\r\n")}100000\r\n${body}\r\n0\r\n\r\n`)
      assert.include(yield* parts.until("\r\n\r\n{"), "201 Created")
    }))

  it.scopedLive("are asked for with 100 Continue when the client waits for that, unless they are too large", () =>
    Effect.gen(function*() {
      const { live, port } = yield* servedHarness()
      const patient = yield* dial(port)
      patient.send(post(live, `Expect: 100-continue\r\nContent-Length: ${ana.length}\r\n`))
      assert.strictEqual(yield* patient.until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n")
      patient.send(ana)
      assert.include(yield* patient.until("201 Created"), "201 Created")

      const large = yield* dial(port)
      large.send(post(live, "Expect: 100-continue\r\nContent-Length: 99999999\r\n"))
      const answer = yield* large.end
      assert.notInclude(answer, "100 Continue")
      assert.strictEqual(lastResponse(answer).status, 422)
    }))

  it.scopedLive("that break off have no effect", () =>
    Effect.gen(function*() {
      const { live, port, request } = yield* servedHarness()
      const { breakOff, send } = yield* dial(port)
      send(post(live, `Content-Length: ${ana.length}\r\n`) + ana.slice(0, -1))
      yield* Effect.sleep("20 millis")
      breakOff()
      yield* Effect.sleep("20 millis")
      assert.strictEqual(pageOf(yield* request("GET", "/contactos", { key: live })).total, 0)
    }))
})

describe("connections", () => {
  it.scopedLive("stay open between requests, and answer pipelined ones in order", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness()
      const { send, until } = yield* dial(port)
      const plain = (method: string, path: string): string =>
        `${method} /api/v1${path} HTTP/1.1\r\nHost: a\r\n\r\n`
      send(plain("GET", "/salud"))
      assert.include(yield* until("\"ok\"}"), "200 OK")
      send(plain("GET", "/nada") + plain("HEAD", "/salud") + plain("GET", "/"))
      const statuses = (yield* until("no_autenticado")).match(/(?<=HTTP\/1\.1 )\d+/g)
      assert.deepStrictEqual(statuses, ["200", "404", "200", "401"])
    }))

  it.scopedLive("need no Host over HTTP/1.0, as health checks of load balancers send none", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness()
      const { end, send } = yield* dial(port)
      send("GET /api/v1/salud HTTP/1.0\r\n\r\n")
      assert.strictEqual(lastResponse(yield* end).status, 200)
    }))

  it("stay open longer than load balancers keep theirs, and headers have a third of the time of a request", () => {
    const nobody = { handle: () => Effect.never, refuse: () => Effect.never }
    const { server } = makeListener(nobody, { arrivalMillis: 30_000, stalledMillis: 120_000, trustedProxies: [] }, (asked) => Effect.runFork(asked))
    const { headersTimeout, keepAliveTimeout, requestTimeout, timeout } = server
    assert.deepStrictEqual({ headersTimeout, requestTimeout, timeout }, { headersTimeout: 10_000, requestTimeout: 30_000, timeout: 120_000 })
    assert.isAbove(keepAliveTimeout, 60_000)
  })

  it.scopedLive("answer HEAD with the length and no body", () =>
    Effect.gen(function*() {
      const { request } = yield* servedHarness()
      const get = yield* request("GET", "/salud")
      const head = yield* request("HEAD", "/salud")
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      assert.strictEqual(head.headers["content-length"], String(get.bytes.length))
    }))

  it.scopedLive("give clients addresses with the Host that they used, unless that is malformed", () =>
    Effect.gen(function*() {
      const { live, port } = yield* servedHarness()
      const openApiFor = (host: string, target = "/api/v1") =>
        Effect.gen(function*() {
          const { end, send } = yield* dial(port)
          send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil\r\n`
            + `Authorization: Bearer ${live}\r\nConnection: close\r\n\r\n`)
          return /"openapi":"(.*)\/api\/v1\/openapi\.json"/.exec(lastResponse(yield* end).body)?.[1]
        })
      assert.strictEqual(yield* openApiFor("facturas.example:8080"), "http://facturas.example:8080")
      assert.strictEqual(yield* openApiFor("[::1]:80"), "http://[::1]:80")
      assert.strictEqual(yield* openApiFor("a/b\"<script>"), `http://127.0.0.1:${port}`)
      assert.strictEqual(yield* openApiFor("a", "HTTP://a/api/v1?"), "http://a")
    }))

  it("an address of IPv6 stands in brackets before its port", () => {
    assert.deepStrictEqual([hostAndPort("::1", 80), hostAndPort("10.0.0.1", 80)], ["[::1]:80", "10.0.0.1:80"])
  })

  it.scopedLive("tell clients apart by their address, whatever X-Forwarded-For says", () =>
    Effect.gen(function*() {
      const { request } = yield* servedHarness({ rateLimit: { limit: 2, windowSeconds: 60 } })
      const from = (address: string) =>
        request("GET", "/organizacion", { headers: { "x-forwarded-for": address } })
      const statuses = yield* Effect.forEach(["10.0.0.1", "10.0.0.2", "10.0.0.3"], from)
      assert.deepStrictEqual(statuses.map(({ status }) => status), [401, 401, 429])
    }))
})

/** Storage in memory whose commits of contacts wait at the gate; `reached` tells when the first has got there. */
const gated = Effect.gen(function*() {
  const gate = yield* Deferred.make<void>()
  const reached = yield* Deferred.make<void>()
  const pass = Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(gate))
  const storage = alteredStorage((inner) => ({
    transact: (opening, body) =>
      inner.transact(opening, (rows, load) =>
        Effect.tap(body(rows, load), ({ changes }) => changes.contact.length === 0 ? Effect.void : pass)),
  }))
  return { gate, reached, storage }
})

describe("a running write", () => {
  it.scopedLive("goes on when its client goes away", () =>
    Effect.gen(function*() {
      const { gate, reached, storage } = yield* gated
      const { live, port, request } = yield* servedHarness({ storage })
      const { breakOff, send } = yield* dial(port)
      send(post(live, `Content-Length: ${ana.length}\r\n`) + ana)
      yield* Deferred.await(reached)
      breakOff()
      yield* Effect.sleep("20 millis")
      yield* Deferred.succeed(gate, undefined)
      const total = Effect.map(request("GET", "/contactos", { key: live }), (answer) => pageOf(answer).total)
      const looking = { until: (count: number) => count > 0, times: 100 }
      assert.strictEqual(yield* Effect.repeat(Effect.delay(total, "10 millis"), looking), 1)
    }))

  it.scopedLive("is not answered by the refusal of what comes behind it: the connection ends without a word", () =>
    Effect.gen(function*() {
      const { gate, reached, storage } = yield* gated
      const { live, port } = yield* servedHarness({ storage })
      const { end, send } = yield* dial(port)
      send(post(live, `Content-Length: ${ana.length}\r\n`) + ana)
      yield* Deferred.await(reached)
      send("hola\r\n\r\n")
      assert.strictEqual(yield* end, "")
      yield* Deferred.succeed(gate, undefined)
    }))

  it.scopedLive("is finished and answered before the server ends, which accepts nothing new meanwhile", () =>
    Effect.gen(function*() {
      const { gate, reached, storage } = yield* gated
      const scope = yield* Scope.make()
      const { live, port, request, url } = yield* Scope.extend(servedHarness({ storage }), scope)
      const idle = yield* dial(port)
      idle.send(`${getHealth}Host: a\r\n\r\n`)
      yield* idle.until("\"ok\"}")

      const create = yield* Effect.fork(request("POST", "/contactos", { key: live, body: { nombre: "Ana" } }))
      yield* Deferred.await(reached)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* idle.end
      const refused = yield* Effect.exit(Effect.tryPromise(() => fetch(`${url}/api/v1/salud`)))
      assert.isTrue(Exit.isFailure(refused))

      yield* Deferred.succeed(gate, undefined)
      const answer = yield* create
      assert.strictEqual(answer.status, 201)
      assert.match(idOf(answer), /^[0-9a-f]{32}$/)
      assert.strictEqual(answer.headers["connection"], "close")
      yield* closing
    }))

  it.scopedLive("is answered if it came on a connection that the process had been too busy to take in", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder("talonario-waiting-")
      const sent = join(folder, "sent")
      const scope = yield* Scope.make()
      const { port } = yield* Scope.extend(servedHarness(), scope)
      const clients = spawn(process.execPath, ["-e", `
        const sockets = Array.from({ length: 10 }, () => require("node:net").connect(${port}, "127.0.0.1"))
        const sending = sockets.map((socket) => new Promise((done) => {
          socket.write(${JSON.stringify(`${getHealth}Host: a\r\n\r\n`)}, done)
          socket.once("data", (text) => console.log(String(text).slice(0, 15)))
          socket.on("error", ({ code }) => console.log(code))
        }))
        Promise.all(sending).then(() => require("node:fs").writeFileSync(${JSON.stringify(sent)}, ""))
      `], { stdio: ["ignore", "pipe", "inherit"] })
      // Nothing else runs in this process meanwhile.
      const pause = new Int32Array(new SharedArrayBuffer(4))
      for (let pauses = 0; pauses < 500 && !existsSync(sent); pauses++) Atomics.wait(pause, 0, 0, 20)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      const answers = yield* Effect.promise(() => text(clients.stdout))
      assert.strictEqual(answers, "HTTP/1.1 200 OK\n".repeat(10))
      yield* Fiber.join(closing)
    }), 30_000)

  it.scopedLive("is answered if it comes on a connection in use as the end begins, and is told to be the last", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { port } = yield* Scope.extend(servedHarness(), scope)
      const kept = yield* dial(port)
      kept.send(`${getHealth}Host: a\r\n\r\n`)
      yield* kept.until("\"ok\"}")
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.sleep("100 millis")
      kept.send(`${getHealth}Host: a\r\n\r\n`)
      const { headers, status } = lastResponse(yield* kept.end)
      assert.deepStrictEqual([status, headers.get("connection")], [200, "close"])
      yield* closing
    }))

  it.scopedLive("is all that the end waits for: a request that arrives late, or never begins, does not hold it up", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { port } = yield* Scope.extend(servedHarness({}, { arrivalMillis: 3_000 }), scope)
      const [silent, late, arriving, before] = yield* Effect.all([dial(port), dial(port), dial(port), dial(port)])
      late.send(getHealth)
      arriving.send(getHealth)
      // Once this is answered, the server has accepted the earlier connections too.
      before.send(`${getHealth}Host: a\r\n\r\n`)
      yield* before.until("\"ok\"}")
      const began = performance.now()
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.sleep("100 millis")
      arriving.send("Host: a\r\n\r\n")
      const { headers, status } = lastResponse(yield* arriving.end)
      assert.deepStrictEqual([status, headers.get("connection")], [200, "close"])
      assert.strictEqual(yield* silent.end, "")
      // Node looks for requests that are late as well, and may be the first to find this one.
      assert.match(yield* late.end, /^(?:$|HTTP\/1\.1 408 )/)
      yield* closing
      assert.isBelow(performance.now() - began, 10_000)
    }))

  it.scopedLive("is not waited for longer than the settings allow", () =>
    Effect.gen(function*() {
      const { gate, reached, storage } = yield* gated
      const scope = yield* Scope.make()
      const { live, request } = yield* Scope.extend(servedHarness({ storage }, { drainMillis: 100 }), scope)
      const create = request("POST", "/contactos", { key: live, body: { nombre: "Ana" } })
      const creating = yield* Effect.fork(Effect.exit(create))
      yield* Deferred.await(reached)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      assert.isTrue(Exit.isFailure(yield* creating))
      yield* Deferred.succeed(gate, undefined)
      yield* closing
    }))
})

it.scopedLive("a request that never ends holds up no end for longer than agreed, whatever it does", () =>
  Effect.gen(function*() {
    const begun = yield* Deferred.make<void>()
    const http = { handle: () => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never), refuse: () => Effect.never }
    const scope = yield* Scope.make()
    const { port } = yield* Scope.extend(serveHttp(http, { host: "127.0.0.1", port: 0, drainMillis: 100 }), scope)
    const { send } = yield* dial(port)
    send(`${postContact}Host: a\r\n\r\n`)
    yield* Deferred.await(begun)
    const closing = yield* Effect.forkDaemon(Scope.close(scope, Exit.void))
    yield* Effect.timeout(Fiber.join(closing), "10 seconds")
  }))

it.scopedLive("a client that goes away takes its read with it; its write runs to its end, which the server waits for", () =>
  Effect.gen(function*() {
    const gate = yield* Deferred.make<void>()
    const [begun, ended] = yield* Effect.all([Queue.unbounded<string>(), Queue.unbounded<string>()])
    const handle = ({ method }: ApiRequest) =>
      Effect.zipRight(Queue.offer(begun, method), Deferred.await(gate)).pipe(
        Effect.as({ status: 204, headers: {}, body: null }),
        Effect.onExit(({ _tag }) => Queue.offer(ended, `${method} ${_tag}`)),
      )
    const scope = yield* Scope.make()
    const { port } = yield* Scope.extend(serveHttp({ handle, refuse: () => Effect.never }, { host: "127.0.0.1", port: 0 }), scope)
    const left = (request: string) =>
      Effect.gen(function*() {
        const { breakOff, send } = yield* dial(port)
        send(`${request}Host: a\r\n\r\n`)
        yield* Queue.take(begun)
        breakOff()
      })
    yield* left(getHealth)
    assert.strictEqual(yield* Effect.timeout(Queue.take(ended), "10 seconds"), "GET Failure")
    yield* left(postContact)
    const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
    yield* Effect.sleep("100 millis")
    assert.isTrue(Option.isNone(yield* Fiber.poll(closing)))
    yield* Deferred.succeed(gate, undefined)
    assert.strictEqual(yield* Queue.take(ended), "POST Success")
    yield* Fiber.join(closing)
  }))

it.scopedLive("that there are too many connections is told in the log", () =>
  Effect.gen(function*() {
    const told: Array<string> = []
    const logger = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void told.push(String(message))))
    const { port } = yield* Effect.provide(servedHarness({}, { connectionsMax: 2 }), logger)
    yield* dial(port)
    assert.strictEqual(yield* (yield* dial(port)).end, "")
    assert.match(told.join("\n"), /connections are refused: there are too many/)
  }))

it.scopedLive("a body that stops arriving does not hold up the end for longer than the settings allow", () =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const { live, port } = yield* Scope.extend(servedHarness({}, { drainMillis: 200 }), scope)
    const { end, send } = yield* dial(port)
    send(post(live, "Expect: 100-continue\r\nContent-Length: 99\r\n"))
    const began = performance.now()
    yield* Effect.sleep("100 millis")
    const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
    yield* end
    yield* closing
    assert.isBelow(performance.now() - began, 5_000)
  }))

it.scopedLive("a connection that cannot be taken is told, and ends nothing", () =>
  Effect.gen(function*() {
    const server = yield* Effect.acquireRelease(Effect.sync(() => createServer()), (server) => Effect.sync(() => void server.close()))
    const told: Array<string> = []
    yield* listen(server, { host: "127.0.0.1", port: 0 }, "HOST, PORT", ({ message }) => void told.push(message))
    server.emit("error", new Error("too many open files"))
    assert.deepStrictEqual(told, ["too many open files"])
  }))

it.scopedLive("a port in use is reported", () =>
  Effect.gen(function*() {
    const harness = yield* makeHarness()
    const { port } = yield* serveHttp(harness, { host: "127.0.0.1", port: 0 })
    const failure = yield* Effect.flip(serveHttp(harness, { host: "127.0.0.1", port }))
    assert.include(failure.message, "EADDRINUSE")
  }))
