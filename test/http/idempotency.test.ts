import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { camposOf, conflict, errorOf, idOf, makeScene, now, pageOf, type Scene, simpleDraft } from "./scene.ts"

const reused = conflict("clave_reutilizada")

const contact = { nombre: "Ana" }

const totalOf = ({ get }: Scene, path: string) => Effect.map(get(path), (answer) => pageOf(answer).total)

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

  it.scoped("makes a duplicate that arrives meanwhile wait for the first and answer the same", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const twins = Array.from({ length: 10 }, () => scene.post("/contactos", contact, "k"))
      const answers = yield* Effect.all(twins, { concurrency: "unbounded" })
      assert.strictEqual(new Set(answers.map((answer) => JSON.stringify(whatIsRepeated(answer)))).size, 1)
      const replayed = answers.map(({ headers }) => headers["idempotency-replayed"])
      assert.strictEqual(replayed.filter((value) => value === undefined).length, 1)
      assert.strictEqual(yield* totalOf(scene, "/contactos"), 1)
    }))

  it.scoped("that was used for another request is a conflict, however malformed the new one is, and nothing is written", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      yield* post("/contactos", contact, "k")
      const others: ReadonlyArray<readonly [string, unknown]> = [
        ["/contactos", { nombre: "Eva" }],
        ["/contactos", "{\"nombre\": \"Ana\"}"],
        ["/contactos", { nombre: "" }],
        ["/contactos", "{"],
        ["/contactos?x=1", { nombre: "Eva" }],
        ["/facturas", contact],
        ["/facturas", simpleDraft],
        ["/facturas/1/emitir", undefined],
      ]
      for (const [path, body] of others) {
        assert.deepStrictEqual(errorOf(yield* post(path, body, "k")), reused, `${path} ${String(body)}`)
      }
      assert.strictEqual(yield* totalOf(scene, "/contactos"), 1)
      assert.strictEqual(yield* totalOf(scene, "/facturas"), 0)
    }))

  it.scoped("belongs to its access key", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post, request, test } = scene
      const mine = yield* post("/contactos", contact, "k")
      const headers = { "idempotency-key": "k" }
      const theirs = yield* request("POST", "/contactos", { key: test, body: contact, headers })
      assert.notStrictEqual(idOf(theirs), idOf(mine))
      assert.strictEqual(yield* totalOf(scene, "/contactos"), 2)
    }))

  it.scoped("is kept for 24 hours", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const create = post("/contactos", contact, "k")
      const first = idOf(yield* create)
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(idOf(yield* create), first)
      yield* TestClock.adjust("1 hour")
      const anew = yield* create
      assert.notStrictEqual(idOf(anew), first)
      assert.notProperty(anew.headers, "idempotency-replayed")
      assert.strictEqual(idOf(yield* create), idOf(anew))
    }))

  it.scoped("is kept for 24 hours, whatever another process's clock said meanwhile", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const first = idOf(yield* post("/contactos", contact, "k"))
      yield* TestClock.setTime(now + 25 * 3_600_000)
      yield* post("/contactos", contact)
      yield* TestClock.setTime(now)
      assert.strictEqual(idOf(yield* post("/contactos", contact, "k")), first)
      const second = idOf(yield* post("/contactos", contact, "l"))
      yield* TestClock.setTime(now - 20 * 3_600_000)
      const third = idOf(yield* post("/contactos", contact, "m"))
      yield* TestClock.setTime(now + 23 * 3_600_000)
      assert.strictEqual(idOf(yield* post("/contactos", contact, "l")), second)
      assert.strictEqual(idOf(yield* post("/contactos", contact, "m")), third)
    }))

  it.scoped("is not used up by a refusal: the request is checked anew", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const empty = idOf(yield* post("/facturas", {}))
      assert.deepStrictEqual(camposOf(yield* post(`/facturas/${empty}/emitir`, undefined, "k")), ["lineas"])
      assert.deepStrictEqual(camposOf(yield* post("/contactos", {}, "k")), ["nombre"])
      assert.strictEqual((yield* post("/facturas/1/emitir", undefined, "k")).status, 404)
      assert.strictEqual((yield* post("/contactos", contact, "k")).status, 201)
    }))

  it.scoped("has 1 to 255 printable ASCII characters; otherwise it is reported with whatever else is wrong", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      for (const key of ["a", "a b", "~!\"'%/\\", "0".repeat(255)]) {
        assert.strictEqual((yield* post("/contactos", contact, key)).status, 201, key)
      }
      for (const key of ["", "0".repeat(256), "ñ", "a\tb", "a\u0000", "\u007f"]) {
        assert.deepStrictEqual(camposOf(yield* post("/contactos", contact, key)), ["Idempotency-Key"], key)
      }
      const campos = camposOf(yield* post("/contactos", { x: 1 }, "ñ"))
      assert.sameMembers([...campos], ["Idempotency-Key", "nombre", "x"])
    }))

  it.scoped("is ignored by reads", () =>
    Effect.gen(function*() {
      const { live, request } = yield* makeScene()
      for (const key of ["k", "k", "ñ"]) {
        const answer = yield* request("GET", "/contactos", { key: live, headers: { "idempotency-key": key } })
        assert.strictEqual(answer.status, 200)
        assert.notProperty(answer.headers, "idempotency-replayed")
      }
    }))

  it.scoped("is optional: without it every request is carried out anew", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const create = scene.post("/contactos", contact)
      assert.notStrictEqual(idOf(yield* create), idOf(yield* create))
      assert.strictEqual(yield* totalOf(scene, "/contactos"), 2)
    }))
})
