import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Storage, StorageUnavailable } from "../../core/ports/Storage.ts"
import { alteredStorage } from "../support/alteredStorage.ts"
import { anError, errorOf, idOf, makeScene } from "./scene.ts"

describe("a key that was in use", () => {
  it.scoped("reads nothing once it is revoked, and does not learn whether anything exists", () =>
    Effect.gen(function*() {
      const { get, post, revokeLive } = yield* makeScene()
      const draft = idOf(yield* post("/facturas", { lineas: [{ descripcion: "Revisión", precio: 10 }] }))
      const paths = ["/facturas", `/facturas/${draft}`, `/facturas/${draft}/pdf`, "/facturas/no", "/facturas?limite=x", "/organizacion"]
      const statuses = () => Effect.forEach(paths, (path) => Effect.map(get(path), ({ status }) => status))
      assert.deepStrictEqual(yield* statuses(), [200, 200, 200, 404, 422, 200])
      assert.deepStrictEqual(yield* statuses(), [200, 200, 200, 404, 422, 200])
      yield* revokeLive
      for (const path of paths) assert.deepStrictEqual(errorOf(yield* get(path)), anError(401, "no_autenticado"))
    }))

  it.scoped("writes nothing once it is revoked, and does not learn what is wrong with what it sends", () =>
    Effect.gen(function*() {
      const { organizationId, post, provide, request, revokeLive, test } = yield* makeScene()
      const line = { lineas: [{ descripcion: "Revisión", precio: 10 }] }
      const draft = idOf(yield* post("/facturas", line))
      const sent = [["/facturas", line], ["/facturas", {}], [`/facturas/${draft}/emitir`, {}], ["/facturas/no/emitir", {}]] as const
      const rows = provide(Effect.flatMap(Storage, ({ page }) =>
        page("invoice", { organizationId, orden: "antiguo", after: null, limit: 10, conditions: [] })))
      const before = yield* rows
      yield* revokeLive
      for (const [path, body] of sent) assert.deepStrictEqual(errorOf(yield* post(path, body)), anError(401, "no_autenticado"))
      assert.deepStrictEqual(yield* rows, before)
      assert.strictEqual((yield* request("POST", "/facturas", { key: test, body: line })).status, 201)
    }))

  it.scoped("is not looked up again once its request has been carried out, such as a deletion", () =>
    Effect.gen(function*() {
      let isLost = false
      const storage = alteredStorage((inner) => ({
        accessKeyByFingerprint: (fingerprint) =>
          Effect.suspend(() => (isLost ? new StorageUnavailable() : inner.accessKeyByFingerprint(fingerprint))),
      }))
      const { live, post, request } = yield* makeScene({ storage })
      const contact = idOf(yield* post("/contactos", { nombre: "Ana" }))
      // By now the use of the key has to be noted again.
      yield* TestClock.adjust("2 hours")
      isLost = true
      assert.strictEqual((yield* request("DELETE", `/contactos/${contact}`, { key: live })).status, 204)
    }))

  it.scoped("causes no more work than one request's, once it is revoked", () =>
    Effect.gen(function*() {
      let read = 0
      const storage = alteredStorage((inner) => ({ page: (...asked) => Effect.suspend(() => (read++, inner.page(...asked))) }))
      const { get, revokeLive } = yield* makeScene({ storage })
      yield* get("/facturas")
      yield* revokeLive
      assert.strictEqual((yield* get("/facturas")).status, 401)
      read = 0
      for (let i = 0; i < 5; i++) assert.strictEqual((yield* get("/facturas")).status, 401)
      assert.strictEqual(read, 0)
    }))
})

describe("a key that this process has not met before", () => {
  it.scoped("writes nothing if it is revoked after it was looked up", () =>
    Effect.gen(function*() {
      let meanwhile: Effect.Effect<unknown> = Effect.void
      const storage = alteredStorage((inner) => ({
        accessKeyByFingerprint: (fingerprint) =>
          Effect.zipLeft(inner.accessKeyByFingerprint(fingerprint), Effect.suspend(() => {
            const now = meanwhile
            meanwhile = Effect.void
            return now
          })),
      }))
      const { organizationId, post, provide, revokeLive } = yield* makeScene({ storage })
      meanwhile = Effect.orDie(revokeLive)
      assert.deepStrictEqual(errorOf(yield* post("/contactos", { nombre: "Ana" })), anError(401, "no_autenticado"))
      const contacts = provide(Effect.flatMap(Storage, ({ page }) =>
        page("contact", { organizationId, orden: "antiguo", after: null, limit: 10, conditions: [] })))
      assert.deepStrictEqual((yield* contacts).rows, [])
    }))
})
