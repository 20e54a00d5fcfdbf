import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { getEventListeners } from "node:events"
import { makePromiseClient, TalonarioError, TooManyRequests } from "../../adapters/client/talonarioClient.ts"
import { rejection } from "../support/rejection.ts"
import { answering, baseUrl, clave, makeFetch, refusing, scriptedFetch } from "./scene.ts"

/** The reason a call rejects with. */
const rejected = (call: () => Promise<unknown>) => Effect.promise(() => rejection(call()))

describe("the Promise client", () => {
  it.effect("rejects with one class of error, which has all that the service said", () =>
    Effect.gen(function*() {
      const campos = [{ campo: "nombre", motivo: "es obligatorio" }]
      const { fetch } = yield* scriptedFetch(
        refusing(422, "datos_invalidos", { campos }),
        refusing(409, "conflicto", { motivo: "tiene_facturas" }),
        refusing(418, "tetera"),
      )
      const { contactos } = makePromiseClient({ baseUrl, clave, fetch })
      const create = () => contactos.createContact({ nombre: "" }, { idempotencyKey: "k" })
      const invalid = yield* rejected(create)
      assert.instanceOf(invalid, TalonarioError)
      assert.instanceOf(invalid, Error)
      const message = "mensaje de datos_invalidos"
      assert.deepInclude(invalid, { codigo: "datos_invalidos", mensaje: message, message })
      assert.deepInclude(invalid, { status: 422, detalles: { campos }, campos, motivo: null, idempotencyKey: "k" })
      const conflict = yield* rejected(create)
      assert.deepInclude(conflict, { codigo: "conflicto", status: 409, motivo: "tiene_facturas", campos: [] })
      assert.deepInclude(yield* rejected(create), { codigo: "tetera", status: 418 })
    }))

  it.effect("walks a list with the filters that it was given, whatever the caller does with them later, and may do so again", () =>
    Effect.gen(function*() {
      const onePage = { datos: [{ id: "1" }], total: 1, limite: 200, siguiente: null }
      const { fetch, sent } = yield* scriptedFetch(answering(200, onePage))
      const { contactos } = makePromiseClient({ baseUrl, clave, fetch })
      const filters = { etiqueta: "socios" }
      const walk = contactos.listContacts.all(filters)
      filters.etiqueta = "nadie"
      yield* Effect.promise(async () => {
        for await (const _ of walk) continue
        for await (const _ of walk) continue
      })
      const address = `${baseUrl}/contactos?limite=200&orden=antiguo&etiqueta=socios`
      assert.deepStrictEqual(sent.map(({ url }) => url), [address, address])
    }))

  it.effect("gives the error of its code as the cause, with its own fields", () =>
    Effect.gen(function*() {
      const { fetch } = yield* scriptedFetch(refusing(429, "demasiadas_peticiones", null, { "Retry-After": "300" }))
      const { cuenta } = makePromiseClient({ baseUrl, clave, fetch })
      const full = yield* rejected(() => cuenta.readIndex())
      assert.instanceOf(full, TalonarioError)
      assert.instanceOf(full.cause, TooManyRequests)
      assert.strictEqual(full.cause.retryAfterSeconds, 300)
    }))

  it.effect("accepts an address with trailing slashes, or with spaces or line ends around it", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(answering(200, {}), answering(200, {}))
      for (const address of [` ${baseUrl}// `, `${baseUrl}\r\n`]) {
        const { cuenta } = makePromiseClient({ baseUrl: address, clave, fetch })
        yield* Effect.promise(() => cuenta.readIndex())
      }
      assert.deepStrictEqual(sent.map(({ url }) => url), [`${baseUrl}/`, `${baseUrl}/`])
    }))

  it.effect("reports that nobody answered", () =>
    Effect.gen(function*() {
      const { fetch } = yield* makeFetch(() => Effect.die(new TypeError("fetch failed")))
      const { cuenta } = makePromiseClient({ baseUrl, clave, fetch })
      const failure = yield* rejected(() => cuenta.readIndex())
      const mensaje = "El servicio no responde."
      assert.deepInclude(failure, { codigo: "sin_respuesta", mensaje, status: null })
    }))

  it.effect("rejects with the signal's reason, before, during and between attempts", () =>
    Effect.gen(function*() {
      const reason = new Error("ya no hace falta")
      const never = yield* makeFetch(() => Effect.never)
      const full = yield* scriptedFetch(refusing(429, "demasiadas_peticiones", null, { "Retry-After": "60" }))
      for (const { fetch, sent } of [never, full]) {
        const { cuenta } = makePromiseClient({ baseUrl, clave, fetch })
        const controller = new AbortController()
        setTimeout(() => controller.abort(reason), 20)
        const { signal } = controller
        assert.strictEqual(yield* rejected(() => cuenta.readIndex({}, { signal })), reason)
        assert.lengthOf(sent, 1)
        assert.strictEqual(yield* rejected(() => cuenta.readIndex({}, { signal })), reason)
        assert.lengthOf(sent, 1)
      }
    }))

  it.effect("also ends a walk by its signal, between pages and before the first", () =>
    Effect.gen(function*() {
      const reason = new Error("ya no hace falta")
      const siguiente = `${baseUrl}/contactos?desde=1`
      const { fetch, sent } = yield* scriptedFetch(answering(200, { datos: [{ id: "1" }], siguiente }))
      const { contactos } = makePromiseClient({ baseUrl, clave, fetch })
      const controller = new AbortController()
      const { signal } = controller
      const walk = async () => {
        for await (const _ of contactos.listContacts.all({}, { signal })) {
          if (sent.length === 2) controller.abort(reason)
          if (sent.length > 2) return
        }
      }
      for (const ended of [walk, walk, () => contactos.listContacts.follow(siguiente, { signal })]) {
        assert.strictEqual(yield* rejected(ended), reason)
        assert.lengthOf(sent, 2)
      }
    }))

  it.effect("listens to a signal once, however many calls use it, and no longer than they last", () =>
    Effect.gen(function*() {
      const reason = new Error("ya no hace falta")
      const { fetch } = yield* makeFetch(() => Effect.never)
      const answered = yield* scriptedFetch(answering(200, {}))
      const controller = new AbortController()
      const { signal } = controller
      const { cuenta } = makePromiseClient({ baseUrl, clave, fetch })
      yield* Effect.promise(() => makePromiseClient({ baseUrl, clave, fetch: answered.fetch }).cuenta.readIndex({}, { signal }))
      assert.lengthOf(getEventListeners(signal, "abort"), 0)
      const calls = Array.from({ length: 12 }, () => rejected(() => cuenta.readIndex({}, { signal })))
      const ended = yield* Effect.fork(Effect.all(calls, { concurrency: "unbounded" }))
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.lengthOf(getEventListeners(signal, "abort"), 1)
      controller.abort(reason)
      assert.deepStrictEqual(yield* ended, calls.map(() => reason))
      assert.lengthOf(getEventListeners(signal, "abort"), 0)
    }))

  it.effect("passes the abort on to fetch", () =>
    Effect.gen(function*() {
      const controller = new AbortController()
      const { signal } = controller
      let given: AbortSignal | undefined
      const { cuenta } = makePromiseClient({
        baseUrl,
        clave,
        fetch: (_, init) => {
          given = init.signal
          queueMicrotask(() => controller.abort())
          return new Promise(() => {})
        },
      })
      yield* rejected(() => cuenta.readIndex({}, { signal }))
      assert.strictEqual(given?.aborted, true)
    }))

  it.effect("uses the platform's current fetch unless given another", () =>
    Effect.gen(function*() {
      const { cuenta } = makePromiseClient({ baseUrl: `${baseUrl}/`, clave })
      const platform = globalThis.fetch
      const asked: Array<string> = []
      globalThis.fetch = (url) => {
        asked.push(String(url))
        return Promise.resolve(answering(200, { nombre: "Talleres" })())
      }
      yield* Effect.promise(async () => {
        assert.deepInclude(await cuenta.readOrganization(), { nombre: "Talleres" })
      }).pipe(Effect.ensuring(Effect.sync(() => (globalThis.fetch = platform))))
      assert.deepStrictEqual(asked, [`${baseUrl}/organizacion`])
    }))
})
