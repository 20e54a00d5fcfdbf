import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { revokeAccessKey } from "../../core/access/accessKeyCommands.ts"
import { keyFingerprint } from "../../core/access/keyText.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { Storage, StorageUnavailable } from "../../core/ports/Storage.ts"
import { anError, errorOf, idOf, makeScene } from "./scene.ts"

describe("a key that was in use", () => {
  it.scoped("shows nothing any more once it is revoked, and not whether there is anything", () =>
    Effect.gen(function*() {
      const { get, live, organizationId, post, provide } = yield* makeScene()
      const draft = idOf(yield* post("/facturas", { lineas: [{ descripcion: "Revisión", precio: 10 }] }))
      const paths = ["/facturas", `/facturas/${draft}`, `/facturas/${draft}/pdf`, "/facturas/no", "/facturas?limite=x", "/organizacion"]
      const statuses = () => Effect.forEach(paths, (path) => Effect.map(get(path), ({ status }) => status))
      assert.deepStrictEqual(yield* statuses(), [200, 200, 200, 404, 422, 200])
      assert.deepStrictEqual(yield* statuses(), [200, 200, 200, 404, 422, 200])
      yield* provide(Effect.gen(function*() {
        const { id } = yield* yield* (yield* Storage).accessKeyByFingerprint(keyFingerprint(live))
        yield* (yield* GroupCommit).run(revokeAccessKey(organizationId, id))
      }))
      for (const path of paths) assert.deepStrictEqual(errorOf(yield* get(path)), anError(401, "no_autenticado"))
    }))

  it.scoped("writes nothing any more either, and does not tell what is wrong with what is sent", () =>
    Effect.gen(function*() {
      const { live, organizationId, post, provide, request, test } = yield* makeScene()
      const line = { lineas: [{ descripcion: "Revisión", precio: 10 }] }
      const draft = idOf(yield* post("/facturas", line))
      const sent = [["/facturas", line], ["/facturas", {}], [`/facturas/${draft}/emitir`, {}], ["/facturas/no/emitir", {}]] as const
      const rows = provide(Effect.flatMap(Storage, ({ page }) =>
        page("invoice", { organizationId, orden: "antiguo", after: null, limit: 10, conditions: [] })))
      const before = yield* rows
      yield* provide(Effect.gen(function*() {
        const { id } = yield* yield* (yield* Storage).accessKeyByFingerprint(keyFingerprint(live))
        yield* (yield* GroupCommit).run(revokeAccessKey(organizationId, id))
      }))
      for (const [path, body] of sent) assert.deepStrictEqual(errorOf(yield* post(path, body)), anError(401, "no_autenticado"))
      assert.deepStrictEqual(yield* rows, before)
      assert.strictEqual((yield* request("POST", "/facturas", { key: test, body: line })).status, 201)
    }))

  it.scoped("is not asked for again after what it did is done, such as a removal", () =>
    Effect.gen(function*() {
      let isLost = false
      const storage = Layer.effect(Storage, Effect.map(Storage, (inner) =>
        Storage.of({
          ...inner,
          accessKeyByFingerprint: (fingerprint) =>
            Effect.suspend(() => (isLost ? new StorageUnavailable() : inner.accessKeyByFingerprint(fingerprint))),
        }))).pipe(Layer.provide(StorageMemory.layer))
      const { live, post, request } = yield* makeScene({ storage })
      const contact = idOf(yield* post("/contactos", { nombre: "Ana" }))
      // Its use is to be noted again.
      yield* TestClock.adjust("2 hours")
      isLost = true
      assert.strictEqual((yield* request("DELETE", `/contactos/${contact}`, { key: live })).status, 204)
    }))

  it.scoped("has no more work done for it than one request takes, once it is revoked", () =>
    Effect.gen(function*() {
      let read = 0
      const storage = Layer.effect(Storage, Effect.map(Storage, (inner) =>
        Storage.of({ ...inner, page: (...asked) => Effect.suspend(() => (read++, inner.page(...asked))) }),
      )).pipe(Layer.provide(StorageMemory.layer))
      const { get, live, organizationId, provide } = yield* makeScene({ storage })
      yield* get("/facturas")
      yield* provide(Effect.gen(function*() {
        const { id } = yield* yield* (yield* Storage).accessKeyByFingerprint(keyFingerprint(live))
        yield* (yield* GroupCommit).run(revokeAccessKey(organizationId, id))
      }))
      assert.strictEqual((yield* get("/facturas")).status, 401)
      read = 0
      for (let i = 0; i < 5; i++) assert.strictEqual((yield* get("/facturas")).status, 401)
      assert.strictEqual(read, 0)
    }))
})
