import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { anError, camposOf, errorOf, idOf, makeScene, pageOf, type Scene, simpleDraft } from "./scene.ts"

const reused = anError(409, "conflicto", { motivo: "clave_reutilizada" })

const totalOf = ({ get }: Scene, path: string) =>
  Effect.map(get(path), (answer) => pageOf(answer).total)

const whatIsRepeated = ({ headers, status, text }: Answer) =>
  ({ status, text, location: headers["location"], type: headers["content-type"] })

describe("an Idempotency-Key", () => {
  it.scoped("makes a repeated write answer as the first did, byte for byte, and happen once", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const create = post("/facturas", simpleDraft, "crear-1")
      const first = yield* create
      assert.strictEqual(first.status, 201)
      assert.notProperty(first.headers, "idempotency-replayed")
      const issue = post(`/facturas/${idOf(first)}/emitir`, undefined, "emitir-1")
      const issued = yield* issue
      assert.strictEqual(issued.status, 201)

      yield* TestClock.adjust("1 hour")
      for (const [write, before] of [[create, first], [issue, issued]] as const) {
        const again = yield* write
        assert.deepStrictEqual(whatIsRepeated(again), whatIsRepeated(before))
        assert.strictEqual(again.headers["idempotency-replayed"], "true")
      }
      assert.strictEqual(yield* totalOf(scene, "/facturas"), 1)
      assert.strictEqual((yield* post(`/facturas/${idOf(first)}/emitir`)).status, 200)
    }))

  it.scoped("makes a twin that arrives meanwhile wait for the first and answer the same", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const create = post("/contactos", { nombre: "Ana" }, "k")
      const answers = yield* Effect.all(Array.from({ length: 10 }, () => create), { concurrency: "unbounded" })
      assert.strictEqual(new Set(answers.map((answer) => JSON.stringify(whatIsRepeated(answer)))).size, 1)
      assert.strictEqual(answers.filter(({ headers }) => headers["idempotency-replayed"] === undefined).length, 1)
      assert.strictEqual(yield* totalOf(scene, "/contactos"), 1)
    }))

  it.scoped("of another request is a conflict, and nothing is written", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live, request } = scene
      const headers = { "idempotency-key": "k" }
      const body = { nombre: "Ana" }
      yield* request("POST", "/contactos", { key: live, body, headers })
      const others: ReadonlyArray<readonly [string, unknown]> = [
        ["/contactos", { nombre: "Eva" }],
        ["/contactos", "{\"nombre\": \"Ana\"}"],
        ["/contactos", { nombre: "" }],
        ["/contactos", "{"],
        ["/contactos?x=1", { nombre: "Eva" }],
        ["/facturas", body],
        ["/facturas", simpleDraft],
        ["/facturas/1/emitir", undefined],
      ]
      for (const [path, other] of others) {
        const answer = yield* request("POST", path, { key: live, body: other, headers })
        assert.deepStrictEqual(errorOf(answer), reused, `${path} ${String(other)}`)
      }
      assert.strictEqual(yield* totalOf(scene, "/contactos"), 1)
      assert.strictEqual(yield* totalOf(scene, "/facturas"), 0)
    }))

  it.scoped("belongs to its access key", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live, request, test } = scene
      const headers = { "idempotency-key": "k" }
      const body = { nombre: "Ana" }
      const mine = idOf(yield* request("POST", "/contactos", { key: live, body, headers }))
      assert.notStrictEqual(idOf(yield* request("POST", "/contactos", { key: test, body, headers })), mine)
      assert.strictEqual(yield* totalOf(scene, "/contactos"), 2)
    }))

  it.scoped("is kept for 24 hours", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const create = post("/contactos", { nombre: "Ana" }, "k")
      const first = idOf(yield* create)
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(idOf(yield* create), first)
      yield* TestClock.adjust("1 hour")
      const anew = yield* create
      assert.notStrictEqual(idOf(anew), first)
      assert.notProperty(anew.headers, "idempotency-replayed")
      assert.strictEqual(idOf(yield* create), idOf(anew))
    }))

  it.scoped("is not used up by a refusal, which is judged again", () =>
    Effect.gen(function*() {
      const { live, post, request } = yield* makeScene()
      const headers = { "idempotency-key": "k" }
      const empty = idOf(yield* post("/facturas", {}))
      const refused = yield* request("POST", `/facturas/${empty}/emitir`, { key: live, headers })
      assert.deepStrictEqual(camposOf(refused), ["lineas"])
      assert.deepStrictEqual(camposOf(yield* request("POST", "/contactos", { key: live, body: {}, headers })), ["nombre"])
      assert.strictEqual((yield* request("POST", "/facturas/1/emitir", { key: live, headers })).status, 404)
      assert.strictEqual((yield* request("POST", "/contactos", { key: live, body: { nombre: "Ana" }, headers })).status, 201)
    }))

  it.scoped("has 1 to 255 printable ASCII characters; anything else is told with what else is wrong", () =>
    Effect.gen(function*() {
      const {  } = yield* makeScene()
      const post = (key: string, body: unknown) =>
        post("/contactos", body, key)
      for (const key of ["a", "a b", "~!\"'%/\\", "0".repeat(255)]) {
        assert.strictEqual((yield* post(key, { nombre: "Ana" })).status, 201, key)
      }
      for (const key of ["", "0".repeat(256), "ñ", "a\tb", "a\u0000", "\u007f"]) {
        assert.deepStrictEqual(camposOf(yield* post(key, { nombre: "Ana" })), ["Idempotency-Key"], key)
      }
      assert.sameMembers([...camposOf(yield* post("ñ", { x: 1 }))], ["Idempotency-Key", "nombre", "x"])
    }))

  it.scoped("means nothing to a read", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live, request } = scene
      for (const key of ["k", "k", "ñ"]) {
        const answer = yield* request("GET", "/contactos", { key: live, headers: { "idempotency-key": key } })
        assert.strictEqual(answer.status, 200)
        assert.notProperty(answer.headers, "idempotency-replayed")
      }
    }))

  it.scoped("without it every request is one of its own", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const create = scene.post("/contactos", { nombre: "Ana" })
      assert.notStrictEqual(idOf(yield* create), idOf(yield* create))
      assert.strictEqual(yield* totalOf(scene, "/contactos"), 2)
    }))
})
