import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { makeClient } from "../../adapters/client/makeClient.ts"
import { makePromiseClient } from "../../adapters/client/makePromiseClient.ts"
import { answering, baseUrl, makeClientScene, refusing, scriptedFetch, withTime } from "./scene.ts"

const clave = "svc_test_abc"

const names = Array.from({ length: 7 }, (_, index) => `Contacto ${index}`)

/** A scene with seven contacts. */
const makeContacts = Effect.gen(function*() {
  const scene = yield* makeClientScene()
  for (const nombre of names) yield* scene.client.contactos.createContact({ nombre })
  scene.sent.length = 0
  return scene
})

const item = (id: string) => ({ id })
const page = (datos: ReadonlyArray<unknown>, siguiente: string | null) =>
  answering(200, { datos, total: 3, limite: 2, siguiente })

describe("walking a list", () => {
  it.scoped("reads page after page, oldest first, following siguiente exactly as received", () =>
    Effect.gen(function*() {
      const { client: { contactos }, sent } = yield* makeContacts
      const walked = yield* Stream.runCollect(contactos.listContacts.all({ limite: 3 }))
      assert.deepStrictEqual(Chunk.toReadonlyArray(walked).map(({ nombre }) => nombre), names)
      assert.lengthOf(sent, 3)
      assert.strictEqual(sent[0]?.url, `${baseUrl}/contactos?limite=3&orden=antiguo`)
      const first = yield* contactos.listContacts({ limite: 3, orden: "antiguo" })
      assert.strictEqual(sent[1]?.url, first.siguiente)
    }))

  it.scoped("reads the largest pages, and takes any filter and another order", () =>
    Effect.gen(function*() {
      const { client: { contactos, facturas }, sent } = yield* makeContacts
      const newest = yield* Stream.runCollect(contactos.listContacts.all({ orden: "reciente" }))
      assert.deepStrictEqual(Chunk.toReadonlyArray(newest).map(({ nombre }) => nombre), names.toReversed())
      yield* Stream.runDrain(facturas.listInvoices.all({ estado: "draft" }))
      yield* Stream.runDrain(contactos.listContacts.all())
      // Undefined filters are left out.
      yield* Stream.runDrain(contactos.listContacts.all({ limite: undefined, orden: undefined, desde: undefined }))
      assert.deepStrictEqual(sent.map(({ url }) => url.slice(baseUrl.length)), [
        "/contactos?limite=200&orden=reciente",
        "/facturas?limite=200&orden=antiguo&estado=draft",
        "/contactos?limite=200&orden=antiguo",
        "/contactos?limite=200&orden=antiguo",
      ])
    }))

  it.scoped("continues from a cursor in the cursor's order", () =>
    Effect.gen(function*() {
      const { client: { contactos } } = yield* makeContacts
      const { siguiente } = yield* contactos.listContacts({ limite: 2 })
      const desde = new URL(siguiente ?? "").searchParams.get("desde") ?? ""
      const rest = yield* Stream.runCollect(contactos.listContacts.all({ desde }))
      const newest = names.toReversed()
      assert.deepStrictEqual(Chunk.toReadonlyArray(rest).map(({ nombre }) => nombre), newest.slice(2))
      const next = yield* contactos.listContacts.follow(siguiente ?? "")
      assert.deepStrictEqual(next.datos.map(({ nombre }) => nombre), newest.slice(2, 4))
    }))

  it.scoped("is lazy, and an async iterator in the Promise client", () =>
    Effect.gen(function*() {
      const { promises: { contactos }, sent } = yield* makeContacts
      yield* Effect.promise(async () => {
        const walked: Array<string> = []
        for await (const { nombre } of contactos.listContacts.all({ limite: 2 })) walked.push(nombre)
        assert.deepStrictEqual(walked, names)
        assert.lengthOf(sent, 4)
        for await (const _ of contactos.listContacts.all({ limite: 2 })) break
        assert.lengthOf(sent, 5)
        const { siguiente } = await contactos.listContacts({ limite: 4 })
        assert.strictEqual((await contactos.listContacts.follow(siguiente ?? "")).datos.length, 3)
      })
    }))

  it.effect("continues past an empty page, and waits when a page asks it to", () =>
    Effect.gen(function*() {
      const full = refusing(429, "demasiadas_peticiones", null, { "Retry-After": "9" })
      const { fetch, sent } = yield* scriptedFetch(
        page([item("1")], `${baseUrl}/a?desde=1`),
        page([], `${baseUrl}/a?desde=2`),
        full,
        page([item("2")], null),
      )
      const { contactos } = makeClient({ baseUrl, clave, fetch })
      const ids = Stream.map(contactos.listContacts.all(), ({ id }) => id)
      assert.deepStrictEqual(Chunk.toReadonlyArray(yield* withTime(Stream.runCollect(ids))), ["1", "2"])
      assert.deepStrictEqual(sent.slice(1).map(({ url }) => url.slice(-1)), ["1", "2", "2"])
    }))

  it.effect("sends the key nowhere else, and fails at anything that is not a page", () =>
    Effect.gen(function*() {
      const otherScheme = baseUrl.replace("http:", "https:")
      for (const siguiente of ["https://otro.test/api/v1/contactos", otherScheme, "?desde=1"]) {
        const { fetch, sent } = yield* scriptedFetch(page([item("1")], siguiente))
        const { contactos } = makeClient({ baseUrl, clave, fetch })
        const failure = yield* Effect.flip(Stream.runDrain(contactos.listContacts.all()))
        assert.deepInclude(failure, { _tag: "respuesta_ilegible", status: null })
        assert.lengthOf(sent, 1)
      }
      const { fetch } = yield* scriptedFetch(answering(200, { datos: 1 }))
      const { contactos } = makePromiseClient({ baseUrl, clave, fetch })
      yield* Effect.promise(async () => {
        try {
          for await (const _ of contactos.listContacts.all()) assert.fail("no page")
          assert.fail("an end")
        } catch (error) {
          assert.deepInclude(error, { name: "TalonarioError", codigo: "respuesta_ilegible", status: 200 })
        }
      })
    }))
})
