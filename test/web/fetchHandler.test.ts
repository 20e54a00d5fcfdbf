import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Option } from "effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { ApiResponse } from "../../adapters/http/ApiRequest.ts"
import { BodyAlreadyRead } from "../../adapters/http/BodyAlreadyRead.ts"
import type { HttpInterface } from "../../adapters/http/httpInterface.ts"
import { Settling } from "../../runtimes/embedded/Settling.ts"
import { type HarnessSettings, makeHarness } from "../../runtimes/memory/harness.ts"
import { fetchHandler, type FetchSettings } from "../../runtimes/web/fetchHandler.ts"
import { forwardedAddress } from "../../runtimes/web/forwardedAddress.ts"

const origin = "https://tienda.example"

const json = { "content-type": "application/json" }

/** A harness behind `fetchHandler`, and requests with its live key. */
const open = (settings: HarnessSettings & FetchSettings<[]> = {}) =>
  Effect.gen(function*() {
    const harness = yield* makeHarness(settings)
    const company = yield* harness.openCompany()
    const handler = fetchHandler(harness, settings)
    const send = (path: string, init: RequestInit = {}) =>
      Effect.promise(async () => {
        const request = new Request(`${origin}${path}`, init)
        if (!request.headers.has("authorization")) request.headers.set("authorization", `Bearer ${company.live}`)
        const response = await handler(request)
        const { headers, status } = response
        return { status, headers, text: await response.text() }
      })
    const post = (path: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
      send(path, { method: "POST", body, duplex: "half", headers: { ...json, ...headers } })
    return { handler, send, post, ...company }
  })

/** A body of `count` chunks of 64 KiB, how many of them were read, and whether its sender was told to end. */
const chunks = (count: number) => {
  const asked = { times: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (asked.times === count) return controller.close()
      asked.times++
      controller.enqueue(new Uint8Array(65_536).fill(32))
    },
    cancel: () => void (asked.cancelled = true),
  })
  return { asked, body }
}

/** A body in chunks of one byte, and how much memory is in use once all but the last have been read. */
const singles = (bytes: Uint8Array) => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  const inUse = (): number => {
    collect()
    const { external, heapUsed } = process.memoryUsage()
    return external + heapUsed
  }
  const held = { bytes: 0 }
  const before = inUse()
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at === bytes.length - 1) held.bytes = inUse() - before
      if (at === bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, ++at))
    },
  })
  return { held, body }
}

const ana = "{\"nombre\":\"Ana\"}"

describe("bodies", () => {
  it.scopedLive("take no more memory in chunks of one byte than in one", () =>
    Effect.gen(function*() {
      const { post } = yield* open()
      const { body, held } = singles(new TextEncoder().encode(ana.padEnd(500_000)))
      assert.strictEqual((yield* post("/api/v1/contactos", body)).status, 201)
      assert.isBelow(held.bytes, 10_000_000)
    }))

  it.scopedLive("are read up to 1 MiB; more is discarded, up to a limit", () =>
    Effect.gen(function*() {
      const { post } = yield* open()
      const { asked, body } = chunks(1_000)
      const { status, text } = yield* post("/api/v1/contactos", body)
      assert.strictEqual(status, 422)
      assert.include(text, "\"campo\":\"(cuerpo)\",\"motivo\":\"no puede pasar de 1 MiB\"")
      yield* Effect.sleep("20 millis")
      assert.isBelow(asked.times, 160)
      assert.isTrue(asked.cancelled)
      const whole = chunks(16)
      assert.include((yield* post("/api/v1/contactos", whole.body)).text, "no es JSON bien formado")
      assert.strictEqual((yield* post("/api/v1/contactos", ana.padEnd(1_048_576))).status, 201)
      assert.strictEqual((yield* post("/api/v1/contactos", ana.padEnd(1_048_577))).status, 422)
    }))

  it.scopedLive("that declare more than that are refused before they have come, and discarded up to that limit", () =>
    Effect.gen(function*() {
      const { post } = yield* open()
      const held = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
      assert.strictEqual((yield* post("/api/v1/contactos", held, { "content-length": "1048577" })).status, 422)
      const { asked, body } = chunks(1_000)
      assert.strictEqual((yield* post("/api/v1/contactos", body, { "content-length": "65536000" })).status, 422)
      yield* Effect.sleep("20 millis")
      assert.isAbove(asked.times, 100)
      assert.isBelow(asked.times, 160)
    }))

  it.scopedLive("of another content type count as empty, whatever they contain", () =>
    Effect.gen(function*() {
      const { send } = yield* open()
      const form = new FormData()
      form.set("nombre", "Ana")
      const bodies = [form, new URLSearchParams({ nombre: "Ana" }), ana, new Blob([ana], { type: "text/json" })]
      for (const body of bodies) {
        const { status, text } = yield* send("/api/v1/contactos", { method: "POST", body })
        assert.strictEqual(status, 422)
        assert.include(text, "\"campo\":\"nombre\"")
      }
    }))

  it.scopedLive("may come in any view of bytes; chunks of anything else are refused", () =>
    Effect.gen(function*() {
      const { post } = yield* open()
      const bytes = new TextEncoder().encode(` ${ana}`)
      const view = new DataView(bytes.buffer, 1)
      const streamOf = (chunk: unknown) => new ReadableStream({ start: (c) => (c.enqueue(chunk), c.close()) })
      assert.strictEqual((yield* post("/api/v1/contactos", streamOf(view))).status, 201)
      assert.strictEqual((yield* post("/api/v1/contactos", streamOf(ana))).status, 400)
    }))

  it.scopedLive("that break off are refused as the contract says, and change nothing", () =>
    Effect.gen(function*() {
      const clients = ["1.1.1.1", "2.2.2.2", "1.1.1.1"]
      const { post, send } = yield* open({ clientAddress: () => clients.shift() ?? "" })
      const broken = () =>
        new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new TextEncoder().encode(ana)),
          pull: (controller) => controller.error(new Error("the client has gone")),
        })
      for (const remaining of ["119", "119", "118"]) {
        const { headers, status, text } = yield* post("/api/v1/contactos", broken())
        assert.strictEqual(status, 400)
        assert.include(text, "\"codigo\":\"datos_invalidos\"")
        assert.strictEqual(headers.get("ratelimit-remaining"), remaining)
      }
      assert.include((yield* send("/api/v1/contactos")).text, "\"total\":0")
    }))

  it.scopedLive("that the host has already read are reported as its mistake", () =>
    Effect.gen(function*() {
      const { handler } = yield* open()
      const request = () => new Request(`${origin}/api/v1/contactos`, { method: "POST", body: ana })
      const [read, held] = [request(), request()]
      yield* Effect.promise(() => read.text())
      held.body?.getReader()
      for (const spoilt of [read, held]) {
        const answered = Effect.tryPromise({ try: () => handler(spoilt), catch: (error) => error })
        const mistake = yield* Effect.flip(answered)
        assert.instanceOf(mistake, BodyAlreadyRead)
      }
    }))
})

describe("answers", () => {
  it.scopedLive("to HEAD have the length of the body, and a 204 has no body", () =>
    Effect.gen(function*() {
      const { post, send } = yield* open()
      const get = yield* send("/api/v1/salud")
      const head = yield* send("/api/v1/salud", { method: "HEAD" })
      const length = String(get.text.length)
      assert.strictEqual(get.headers.get("content-length"), length)
      assert.deepStrictEqual([head.status, head.text, head.headers.get("content-length")], [200, "", length])
      const made = yield* post("/api/v1/contactos", ana)
      const location = new URL(made.headers.get("location") ?? "").pathname
      const gone = yield* send(location, { method: "DELETE" })
      assert.deepStrictEqual([gone.status, gone.text, gone.headers.get("content-type")], [204, "", null])
      assert.strictEqual(gone.headers.get("ratelimit-limit"), "120")
    }))
})

describe("the mount point", () => {
  const prefixes = [
    ["facturacion", "/facturacion"],
    ["/facturacion/", "/facturacion"],
    ["/a/b", "/a/b"],
    ["", ""],
    ["/", ""],
    ["/facturación y más", "/facturaci%C3%B3n%20y%20m%C3%A1s"],
    ["/api", "/api"],
  ] as const

  for (const [prefix, mount] of prefixes) {
    it.scopedLive(`"${prefix}" is part of the addresses that clients get`, () =>
      Effect.gen(function*() {
        const { post, send } = yield* open({ prefix })
        // Once as it was sent, and once as a host passes it on without the mount point.
        for (const before of [mount, ""]) {
          const made = yield* post(`${before}/api/v1/contactos`, ana)
          assert.strictEqual(made.status, 201)
          const location = made.headers.get("location") ?? ""
          assert.match(location, new RegExp(`^${origin}${mount}/api/v1/contactos/\\w{32}$`))
          const index = yield* send(`${before}/api/v1`)
          assert.strictEqual(JSON.parse(index.text).openapi, `${origin}${mount}/api/v1/openapi.json`)
          const document = yield* send(`${before}/api/v1/openapi.json?version=3.0`)
          assert.deepStrictEqual(JSON.parse(document.text).servers, [{ url: `${mount}/api/v1` }])
        }
        const { siguiente } = JSON.parse((yield* send(`${mount}/api/v1/contactos?limite=1&buscar=an%61+`)).text)
        const next = yield* send(siguiente.slice(origin.length))
        assert.deepInclude(JSON.parse(next.text), { total: 2, limite: 1, siguiente: null })
        assert.strictEqual((yield* send(`${mount}/api/v10`)).status, 404)
        assert.strictEqual((yield* send(`${mount}/otra`)).status, 404)
      }))
  }

  it.scopedLive("is found even in a request whose address is only a path, as in Bun", () =>
    Effect.gen(function*() {
      const { handler, live } = yield* open({ prefix: "/facturacion" })
      const ask = (path: string, init: RequestInit = {}) => {
        const request = new Request(`${origin}${path}`, { ...init, headers: { "authorization": `Bearer ${live}`, ...json } })
        return Effect.promise(() => handler(Object.defineProperty(request, "url", { value: path })))
      }
      assert.strictEqual((yield* ask("/facturacion/api/v1/salud")).status, 200)
      const made = yield* ask("/facturacion/api/v1/contactos?", { method: "POST", body: ana })
      assert.match(made.headers.get("location") ?? "", /^\/facturacion\/api\/v1\/contactos\/\w{32}$/)
    }))

  it("must be a path", () => {
    const http: HttpInterface = { handle: () => Effect.never, refuse: () => Effect.never }
    for (const prefix of ["/a?b", "/a#b"]) assert.throws(() => fetchHandler(http, { prefix }), prefix)
  })

  it.scopedLive("gives way to a configured public address", () =>
    Effect.gen(function*() {
      const { send } = yield* open({ prefix: "/interno", publicUrl: "https://facturas.example/f" })
      const index = yield* send("/interno/api/v1")
      assert.include(index.text, "\"openapi\":\"https://facturas.example/f/api/v1/openapi.json\"")
    }))
})

describe("clients without a key", () => {
  const rateLimit = { limit: 2, windowSeconds: 60 }
  const statuses = (clientAddress: FetchSettings<[]>["clientAddress"]) =>
    Effect.gen(function*() {
      const { send } = yield* open({ rateLimit, ...(clientAddress === undefined ? {} : { clientAddress }) })
      return yield* Effect.forEach(["1.1.1.1", "2.2.2.2", "2.2.2.2", "2.2.2.2"], (client) =>
        Effect.map(
          send("/api/v1", { headers: { authorization: "", "x-forwarded-for": `6.6.6.6, ${client}, 10.0.0.1` } }),
          ({ status }) => status,
        ))
    })

  it.scopedLive("are told apart by the address that the host gives, and without one share a rate limit", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* statuses(undefined), [401, 401, 429, 429])
      assert.deepStrictEqual(yield* statuses(forwardedAddress(2)), [401, 401, 401, 429])
    }))

  it.scopedLive("are the same under an IPv4 address and its IPv6 form", () =>
    Effect.gen(function*() {
      const addresses = ["1.1.1.1", "::ffff:1.1.1.1", "1.1.1.1"]
      const { send } = yield* open({ rateLimit, clientAddress: () => addresses.shift() ?? "" })
      const asked = yield* Effect.replicateEffect(send("/api/v1", { headers: { authorization: "" } }), 3)
      assert.deepStrictEqual(asked.map(({ status }) => status), [401, 401, 429])
    }))

  it("have the address written by the outermost of the trusted proxies", () => {
    const of = (proxies: number, header?: string) =>
      forwardedAddress(proxies)({
        headers: new Headers(header === undefined ? {} : { "x-forwarded-for": header }),
      })
    assert.strictEqual(of(1, "6.6.6.6,2.2.2.2"), "2.2.2.2")
    assert.strictEqual(of(2, "6.6.6.6, 2.2.2.2, 10.0.0.1"), "2.2.2.2")
    assert.strictEqual(of(1, "6.6.6.6, 2.2.2.2:4711"), "2.2.2.2")
    assert.strictEqual(of(1, "6.6.6.6, [2001:db8::1]:4711"), "2001:db8::1")
    for (const unknown of [of(2, "6.6.6.6"), of(1), of(1, "")]) assert.strictEqual(unknown, "")
    for (const none of [0, -1, 1.5, Number.NaN]) assert.throws(() => of(none, "6.6.6.6"), /proxies/)
  })
})

describe("a client that goes away", () => {
  const answered: ApiResponse = { status: 200, headers: {}, body: "" }

  /** An interface that waits for `gate`, and reports how a request ended. */
  const waiting = Effect.gen(function*() {
    const [begun, gate] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
    const ended = yield* Deferred.make<string>()
    const handle = Deferred.succeed(begun, undefined).pipe(
      Effect.zipRight(Deferred.await(gate)),
      Effect.as(answered),
      Effect.onExit((exit) => Deferred.succeed(ended, exit._tag)),
    )
    const http: HttpInterface = { handle: () => handle, refuse: () => handle }
    return { http, begun, gate, ended }
  })

  it.live("ends its read", () =>
    Effect.gen(function*() {
      for (const method of ["GET", "HEAD"]) {
        const { begun, ended, http } = yield* waiting
        const client = new AbortController()
        const request = new Request(`${origin}/api/v1/contactos`, { method, signal: client.signal })
        const answer = fetchHandler(http)(request)
        yield* Deferred.await(begun)
        client.abort()
        assert.strictEqual(yield* Effect.timeout(Deferred.await(ended), "5 seconds"), "Failure")
        assert.strictEqual((yield* Effect.promise(() => answer)).status, 499)
      }
    }))

  it.live("is not confused with a defect, which rejects", () =>
    Effect.gen(function*() {
      const defect = Effect.die(new TypeError("a defect"))
      const handler = fetchHandler({ handle: () => defect, refuse: () => defect })
      const rejected = yield* Effect.flip(Effect.tryPromise({
        try: () => handler(new Request(`${origin}/api/v1/contactos`)),
        catch: (error) => error,
      }))
      assert.match(String(rejected), /a defect/)
    }))

  it.live("does not end its write, for which the host may wait", () =>
    Effect.gen(function*() {
      const { begun, ended, gate, http } = yield* waiting
      const client = new AbortController()
      const works: Array<readonly [string, Promise<unknown>]> = []
      const handler = fetchHandler(http, {
        clientAddress: (_, region: string) => region,
        waitUntil: (work, { method }, region) => works.push([`${method} ${region}`, work]),
      })
      const init = { method: "POST", body: "{}", signal: client.signal }
      const answer = handler(new Request(`${origin}/api/v1/contactos`, init), "eu")
      yield* Deferred.await(begun)
      client.abort()
      const isDone = yield* Effect.timeoutOption(Effect.promise(() => Promise.race(works.map(([, work]) => work))), "20 millis")
      assert.isTrue(Option.isNone(isDone))
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Deferred.await(ended), "Success")
      assert.strictEqual((yield* Effect.promise(() => answer)).status, 200)
      assert.deepStrictEqual(works.map(([told]) => told), ["POST eu"])
      yield* Effect.promise(() => Promise.all(works.map(([, work]) => work)))
    }))

  it.live("does not end commits in the background, for which the host may wait", () =>
    Effect.gen(function*() {
      const { gate, http } = yield* waiting
      yield* Deferred.succeed(gate, undefined)
      const settling = yield* Deferred.make<void>()
      const runtime = yield* Effect.provideService(Effect.runtime<never>(), Settling, Deferred.await(settling))
      let isSettled = false
      const works: Array<Promise<unknown>> = []
      const handler = fetchHandler(http, { waitUntil: (work) => works.push(work.then(() => (isSettled = true))) }, runtime)
      assert.strictEqual((yield* Effect.promise(() => handler(new Request(`${origin}/api/v1/contactos`)))).status, 200)
      yield* Effect.sleep("20 millis")
      assert.deepStrictEqual([works.length, isSettled], [1, false])
      yield* Deferred.succeed(settling, undefined)
      yield* Effect.promise(() => Promise.all(works))
      assert.isTrue(isSettled)
    }))

  it.live("leaves the host nothing that rejects where the answer does, and the commits under way to wait for", () =>
    Effect.gen(function*() {
      const defect = Effect.die(new TypeError("a defect"))
      let isSettled = false
      const settling = Effect.sync(() => void (isSettled = true))
      const runtime = yield* Effect.provideService(Effect.runtime<never>(), Settling, settling)
      const works: Array<Promise<unknown>> = []
      const handler = fetchHandler({ handle: () => defect, refuse: () => defect }, { waitUntil: (work) => works.push(work) }, runtime)
      yield* Effect.promise(() => handler(new Request(`${origin}/api/v1/contactos`)).catch(() => {}))
      yield* Effect.promise(() => Promise.all(works))
      assert.isTrue(isSettled)
    }))
})
