import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Logger, Queue } from "effect"
import express, { type ErrorRequestHandler, type Express } from "express"
import fastify from "fastify"
import type { IncomingMessage, RequestListener } from "node:http"
import { type HarnessSettings, makeHarness } from "../../runtimes/memory/harness.ts"
import { middleware, type MiddlewareSettings } from "../../runtimes/node/http/middleware.ts"
import { alteredStorage } from "../support/alteredStorage.ts"
import { openAnswering } from "../support/answeringServer.ts"
import { portOf } from "../support/portOf.ts"
import { dial, lastResponse } from "../support/rawConnection.ts"

/** The free port on which a listener answers until the scope closes. */
const listening = (listener: RequestListener) => Effect.map(openAnswering(listener), portOf)

type Mounted = ReturnType<typeof middleware<express.Request>>

/** An Express application that mounts the harness as `build` does, and requests to it. */
const open = (build: (app: Express, talonario: Mounted) => void, settings: HarnessSettings = {}) =>
  Effect.gen(function*() {
    const harness = yield* makeHarness(settings)
    const { live } = yield* harness.openCompany()
    const app = express()
    build(app, middleware<express.Request>(harness, { clientAddress: ({ ip }) => ip ?? "" }))
    const port = yield* listening(app)
    const send = (path: string, init: RequestInit = {}) =>
      Effect.promise(async () => {
        const headers = { "authorization": `Bearer ${live}`, "content-type": "application/json", ...init.headers }
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { duplex: "half", ...init, headers })
        return { status: response.status, headers: response.headers, text: await response.text() }
      })
    const post = (path: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
      send(path, { method: "POST", body, headers })
    return { harness, live, port, send, post }
  })

const ana = "{\"nombre\":\"Ana\"}"

describe("within Express", () => {
  it.scopedLive("answers below its mount point, gives out addresses there, and leaves everything else to the application", () =>
    Effect.gen(function*() {
      const { port, post, send } = yield* open((app, talonario) => {
        app.use("/tienda/facturacion", talonario)
        app.get("/tienda/facturacion/api", (_, response) => void response.send("de la tienda"))
      })
      const made = yield* post("/tienda/facturacion/api/v1/contactos", ana)
      const base = `http://127.0.0.1:${port}/tienda/facturacion/api/v1`
      assert.strictEqual(made.status, 201)
      assert.match(made.headers.get("location") ?? "", new RegExp(`^${base}/contactos/\\w{32}$`))
      yield* post("/tienda/facturacion/api/v1/contactos", ana)
      const { siguiente } = JSON.parse((yield* send("/tienda/facturacion/api/v1/contactos?limite=1")).text)
      const next = yield* send(siguiente.slice(`http://127.0.0.1:${port}`.length))
      assert.include(next.text, "\"siguiente\":null")
      assert.strictEqual((yield* send("/tienda/facturacion/api")).text, "de la tienda")
      assert.include((yield* send("/tienda/facturacion/api/v1/nada")).text, "no_encontrado")
      assert.notInclude((yield* send("/tienda/facturacion/nada")).text, "no_encontrado")
    }))

  it.scopedLive("gives out http or https addresses as `encrypted` of the connection says, as in Bun", () =>
    Effect.gen(function*() {
      for (const [encrypted, scheme] of [[false, "http"], [true, "https"]] as const) {
        const { port, send } = yield* open((app, talonario) => {
          app.use(({ socket }, _response, next) => {
            Object.defineProperty(socket, "encrypted", { value: encrypted, configurable: true })
            next()
          }, talonario)
        })
        assert.include((yield* send("/api/v1")).text, `"openapi":"${scheme}://127.0.0.1:${port}/api/v1/openapi.json"`)
      }
    }))

  it.scopedLive("leaves the host's own /api/v1 alone under a prefix, whether Express strips it or not", () =>
    Effect.gen(function*() {
      const harness = yield* makeHarness()
      for (const at of ["/", "/facturacion"]) {
        const app = express()
        const pages: express.RequestHandler = (_, response) => void response.send("de la tienda")
        app.use(at, middleware(harness, { prefix: "/facturacion" }))
        app.use("/otra", middleware(harness, { prefix: "/facturacion" }))
        app.get(["/api/v1/pedidos", "/otra/api/v1/pedidos", "/facturacion-vieja/api/v1"], pages)
        const port = yield* listening(app)
        const text = (path: string) =>
          Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}${path}`)).text())
        assert.include(yield* text("/facturacion/api/v1/nada"), "no_encontrado")
        assert.include(yield* text("/facturacion/api/v1/openapi.json"), "\"url\":\"/facturacion/api/v1\"")
        for (const own of ["/api/v1/pedidos", "/otra/api/v1/pedidos", "/facturacion-vieja/api/v1"]) {
          assert.strictEqual(yield* text(own), "de la tienda", `${at} ${own}`)
        }
      }
    }))

  // NestJS applies middleware to routes like this.
  it.scopedLive("answers under its prefix where Express takes off more than that", () =>
    Effect.gen(function*() {
      const harness = yield* makeHarness()
      const { live } = yield* harness.openCompany()
      for (const path of ["/facturacion/{*path}", "/facturacion/api", "/facturacion/api/v1"]) {
        const app = express()
        app.use(path, middleware(harness, { prefix: "/facturacion" }))
        const base = `http://127.0.0.1:${yield* listening(app)}/facturacion/api/v1/contactos`
        const headers = { "authorization": `Bearer ${live}`, "content-type": "application/json" }
        const post = () => fetch(base, { method: "POST", headers, body: ana })
        const made = yield* Effect.promise(post)
        assert.strictEqual(made.status, 201, path)
        assert.match(made.headers.get("location") ?? "", new RegExp(`^${base}/\\w{32}$`))
        yield* Effect.promise(post)
        const page = yield* Effect.promise(() => fetch(`${base}?limite=1`, { headers }).then((response) => response.text()))
        assert.include(page, `"siguiente":"${base}?`)
      }
    }))

  it.scopedLive("accepts bodies up to 1 MiB, and answers a larger one while it is still being sent", () =>
    Effect.gen(function*() {
      const { post } = yield* open((app, talonario) => void app.use(talonario))
      let sent = 0
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (sent++ < 64) controller.enqueue(new Uint8Array(65_536).fill(32))
          else controller.close()
        },
      })
      const answer = yield* post("/api/v1/contactos", endless)
      assert.strictEqual(answer.status, 422)
      assert.include(answer.text, "(cuerpo)")
      assert.strictEqual((yield* post("/api/v1/contactos", ana.padEnd(1_048_576))).status, 201)
    }))

  it.scopedLive("cannot use a body that was already parsed, and tells the developer so", () =>
    Effect.gen(function*() {
      const told: Array<unknown> = []
      const { post, send } = yield* open((app, talonario) => {
        app.use(express.json()).use(talonario)
        const tell: ErrorRequestHandler = (error, _, response, _next) => {
          told.push(error)
          response.status(500).end()
        }
        app.use(tell)
      })
      assert.strictEqual((yield* post("/api/v1/contactos", ana)).status, 500)
      assert.match(String(told), /BodyAlreadyRead: .*express\.json\(\)/)
      // A request whose body the parser did not touch.
      assert.strictEqual((yield* send("/api/v1/contactos")).status, 200)
    }))

  it.scopedLive("uses the bytes of a body if its reader kept them", () =>
    Effect.gen(function*() {
      const keep = express.json({
        limit: "9mb",
        verify: (request, _, bytes) => void Object.assign(request, { rawBody: bytes }),
      })
      const raw = express.raw({ type: "application/json", limit: "9mb" })
      for (const parser of [keep, raw]) {
        const { post } = yield* open((app, talonario) => void app.use(parser).use(talonario))
        const once = { "idempotency-key": "una" }
        assert.strictEqual((yield* post("/api/v1/contactos", `${ana} `, once)).status, 201)
        const replayed = yield* post("/api/v1/contactos", `${ana} `, once)
        assert.strictEqual(replayed.headers.get("idempotency-replayed"), "true")
        // The same values in different bytes make a different request.
        assert.strictEqual((yield* post("/api/v1/contactos", ana, once)).status, 409)
        assert.strictEqual((yield* post("/api/v1/contactos", ana.padEnd(1_048_577))).status, 422)
      }
    }))

  it.scopedLive("counts clients by their address behind the proxies that Express trusts", () =>
    Effect.gen(function*() {
      const rateLimit = { limit: 1, windowSeconds: 60 }
      const { send } = yield* open((app, talonario) => void app.set("trust proxy", 1).use(talonario), { rateLimit })
      const from = (address: string) =>
        send("/api/v1", { headers: { "authorization": "", "x-forwarded-for": `9.9.9.9, ${address}` } })
      const answers = yield* Effect.forEach(["1.1.1.1", "2.2.2.2", "2.2.2.2"], from)
      assert.deepStrictEqual(answers.map(({ status }) => status), [401, 401, 429])
    }))
})

describe("within Fastify", () => {
  it.scopedLive("answers next to routes, whose bodies Fastify still parses", () =>
    Effect.gen(function*() {
      const harness = yield* makeHarness()
      const { live } = yield* harness.openCompany()
      const talonario = middleware(harness, { prefix: "/facturacion" })
      const app = fastify()
      yield* Effect.addFinalizer(() => Effect.promise(() => app.close()))
      yield* Effect.promise(async () => {
        await app.register(async (part) => {
          part.removeAllContentTypeParsers()
          part.addContentTypeParser("*", (_request, _payload, done) => done(null))
          part.all("/facturacion/api/*", (request, reply) => {
            reply.hijack()
            talonario(request.raw, reply.raw)
          })
        })
        app.post("/eco", async ({ body }) => body)
      })
      const url = yield* Effect.promise(() => app.listen({ port: 0, host: "127.0.0.1" }))
      const headers = { "authorization": `Bearer ${live}`, "content-type": "application/json" }
      const post = (path: string, body: string) =>
        Effect.promise(() => fetch(`${url}${path}`, { method: "POST", headers, body }))
      const made = yield* post("/facturacion/api/v1/contactos", ana)
      assert.strictEqual(made.status, 201)
      assert.match(made.headers.get("location") ?? "", new RegExp(`^${url}/facturacion/api/v1/contactos/`))
      assert.strictEqual((yield* post("/facturacion/api/v1/contactos", ana.padEnd(2_000_000))).status, 422)
      const echo = yield* post("/eco", ana)
      assert.deepStrictEqual(yield* Effect.promise(() => echo.json()), { nombre: "Ana" })
    }))
})

describe("within a server of node:http", () => {
  it.scopedLive("answers every request, under its prefix or elsewhere", () =>
    Effect.gen(function*() {
      const harness = yield* makeHarness()
      const port = yield* listening(middleware(harness, { prefix: "facturacion" }))
      const { end, send } = yield* dial(port)
      const ask = (target: string) => send(`GET ${target} HTTP/1.1\r\nHost: tienda.example\r\n`)
      ask("http://tienda.example/facturacion/api/v1/openapi.json")
      send("\r\n")
      ask("/otra")
      send("Connection: close\r\n\r\n")
      const answers = yield* end
      assert.include(answers, "\"servers\":[{\"url\":\"/facturacion/api/v1\"}]")
      assert.strictEqual(lastResponse(answers).status, 404)
    }))

  it.scopedLive("ends the read of a client that goes away, but not its write", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const [begun, ended] = yield* Effect.all([Queue.unbounded<string>(), Queue.unbounded<string>()])
      const waits = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
        Queue.offer(begun, name).pipe(
          Effect.zipRight(Deferred.await(gate)),
          Effect.zipRight(effect),
          Effect.onExit(({ _tag }) => Queue.offer(ended, `${name} ${_tag}`)),
        )
      const storage = alteredStorage(({ ping, transact }) => ({
        ping: waits("ping", ping),
        transact: (opening, body) => transact(opening, (rows, load) =>
          Effect.flatMap(body(rows, load), (done) =>
            done.changes.contact.length === 0 ? Effect.succeed(done) : waits("write", Effect.succeed(done)))),
      }))
      const harness = yield* makeHarness({ storage })
      const { live } = yield* harness.openCompany()
      const port = yield* listening(middleware(harness))
      const read = yield* dial(port)
      read.send("GET /api/v1/salud HTTP/1.1\r\nHost: a\r\n\r\n")
      assert.strictEqual(yield* Queue.take(begun), "ping")
      read.breakOff()
      assert.strictEqual(yield* Queue.take(ended), "ping Failure")
      const write = yield* dial(port)
      write.send(`POST /api/v1/contactos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${live}\r\n`
        + `Content-Type: application/json\r\nContent-Length: ${ana.length}\r\n\r\n${ana}`)
      assert.strictEqual(yield* Queue.take(begun), "write")
      write.breakOff()
      yield* Effect.sleep("20 millis")
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Queue.take(ended), "write Success")
    }))

  it.scopedLive("answers 500 and logs why, also where a function of the host's throws that tells the client's address", () =>
    Effect.gen(function*() {
      const told: Array<string> = []
      const log = Logger.replace(Logger.defaultLogger, Logger.make(({ cause, message }) => void told.push(`${message} ${cause}`)))
      const runtime = yield* Effect.provide(Effect.runtime<never>(), log)
      const harness = yield* makeHarness()
      const cut = { handle: () => Effect.succeed({ status: 200, headers: { "X-Lines": "a\nb" }, body: "" }), refuse: harness.refuse }
      const post = { method: "POST", headers: { "content-type": "application/json" }, body: ana }
      const statusOf = (port: number, init: RequestInit) =>
        Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}/api/v1/contactos`, init)).status)
      const slip: MiddlewareSettings<IncomingMessage> = {
        clientAddress: ({ headers }) => {
          if (headers["x-forwarded-for"] === undefined) throw new TypeError("a slip of the host's")
          return "1.1.1.1"
        },
      }
      const slipping = yield* listening(middleware(harness, slip, runtime))
      assert.deepStrictEqual(yield* Effect.forEach([post, {}], (init) => statusOf(slipping, init)), [500, 500])
      const unwritable = yield* listening(middleware(cut, {}, runtime))
      assert.strictEqual(yield* statusOf(unwritable, {}), 500)
      assert.deepStrictEqual(told.map((line) => /a request could not be answered.*(a slip|Invalid character)/s.exec(line)?.[1]), [
        "a slip", "a slip", "Invalid character",
      ])
      const app = express()
      app.use(middleware(harness, slip, runtime))
      const tell: ErrorRequestHandler = (error, _, response, _next) => void response.status(503).end(String(error))
      const within = yield* listening(app.use(tell))
      assert.deepStrictEqual(yield* Effect.forEach([post, {}], (init) => statusOf(within, init)), [503, 503])
    }))
})
