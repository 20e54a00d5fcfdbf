import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { makeClient } from "../../adapters/client/makeClient.ts"
import { simpleDraft } from "../http/scene.ts"
import {
  answering,
  baseUrl,
  makeClientScene,
  makeFetch,
  refusing,
  scriptedFetch,
  type Sent,
  withTime,
} from "./scene.ts"

const clave = Redacted.make("svc_test_abc")

const keysOf = (sent: ReadonlyArray<Sent>) => sent.map(({ headers }) => headers["Idempotency-Key"])

describe("the idempotency key", () => {
  it.effect("stays the same for all attempts of a call, as does the body, and differs between calls", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(refusing(500, "error_interno"))
      const { contactos } = makeClient({ baseUrl, clave, fetch })
      const create = Effect.flip(contactos.createContact({ nombre: "Ana" }))
      assert.strictEqual((yield* withTime(create)).idempotencyKey, keysOf(sent)[0])
      yield* withTime(create)
      assert.lengthOf(sent, 10)
      const [first, second] = [new Set(keysOf(sent.slice(0, 5))), new Set(keysOf(sent.slice(5)))]
      assert.deepStrictEqual([first.size, second.size, new Set(keysOf(sent)).size], [1, 1, 2])
      for (const key of keysOf(sent)) assert.match(key ?? "", /^[0-9a-f]{32}$/)
      assert.deepStrictEqual([...new Set(sent.map(({ body }) => body))], ["{\"nombre\":\"Ana\"}"])
      assert.strictEqual(sent[0]?.headers["Authorization"], "Bearer svc_test_abc")
    }))

  it.effect("is sent with every write, even without a body, and with nothing else", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(answering(200, { id: "1" }))
      const { contactos, facturas } = makeClient({ baseUrl, clave, fetch })
      yield* facturas.issueInvoice({ id: "1" })
      yield* facturas.readInvoice({ id: "1" })
      yield* contactos.updateContact({ id: "1", nombre: "Ana" })
      yield* contactos.deleteContact({ id: "1" })
      assert.hasAllKeys(sent[0]?.headers, ["Authorization", "Idempotency-Key"])
      assert.hasAllKeys(sent[1]?.headers, ["Authorization"])
      assert.hasAllKeys(sent[2]?.headers, ["Authorization", "Content-Type", "Idempotency-Key"])
      assert.hasAllKeys(sent[3]?.headers, ["Authorization", "Idempotency-Key"])
      assert.strictEqual(sent[0]?.body, undefined)
    }))

  it.effect("is the one that the caller gives, or else made from the given entropy", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(answering(201, { id: "1" }))
      const entropy = { bytes: (count: number) => new Uint8Array(count).fill(10) }
      const { contactos } = makeClient({ baseUrl, clave, fetch, entropy })
      yield* contactos.createContact({ nombre: "Ana" }, { idempotencyKey: "pedido 7" })
      yield* contactos.createContact({ nombre: "Ana" })
      assert.deepStrictEqual(keysOf(sent), ["pedido 7", "0a".repeat(16)])
    }))

  it.scoped("creates one contact even if the first answer is lost, and reads the repeated answer", () =>
    Effect.gen(function*() {
      const { client, fetch, options } = yield* makeClientScene()
      let lost = 0
      const losing = yield* makeFetch(({ headers, method, url, body }) =>
        Effect.promise(async (signal) => {
          const content = body === undefined ? {} : { body }
          const answer = await fetch(url, { method, headers: { ...headers }, signal, ...content })
          if (lost++ === 0) return new Response("<h1>Gateway timeout</h1>", { status: 504 })
          assert.strictEqual(answer.headers.get("Idempotency-Replayed"), "true")
          return new Response(await answer.arrayBuffer(), { status: answer.status })
        }))
      const { contactos } = makeClient({ ...options, fetch: losing.fetch })
      const contact = yield* withTime(contactos.createContact({ nombre: "Ana" }))
      const { datos, total } = yield* client.contactos.listContacts()
      assert.deepStrictEqual([datos, total, lost], [[contact], 1, 2])
    }))

  it.scoped("of the caller lets a program repeat a write whose outcome it does not know", () =>
    Effect.gen(function*() {
      const { client: { facturas } } = yield* makeClientScene()
      const create = facturas.createInvoice(simpleDraft, { idempotencyKey: "pedido-7" })
      assert.deepStrictEqual(yield* create, yield* create)
      assert.strictEqual((yield* facturas.listInvoices()).total, 1)
    }))

  it.effect("is refused unsent where it is no text, as hosts without types may give: every object would be one key", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(answering(201, { id: "1" }))
      const { contactos } = makeClient({ baseUrl, clave, fetch })
      for (const idempotencyKey of [7, {}, ["a"]]) {
        const create: typeof contactos.createContact = (input) =>
          Reflect.apply(contactos.createContact, undefined, [input, { idempotencyKey }])
        const refused = yield* Effect.flip(create({ nombre: "Ana" }))
        const campos = [{ campo: "Idempotency-Key", motivo: "debe ser un texto" }]
        assert.deepInclude(refused, { _tag: "datos_invalidos", status: null, campos, idempotencyKey: null })
      }
      assert.isEmpty(sent)
    }))
})
