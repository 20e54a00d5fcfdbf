import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { anError, errorOf, makeScene, pageOf } from "./scene.ts"

describe("GET /actividad", () => {
  it.scoped("lists what happened to the account, newest first", () =>
    Effect.gen(function*() {
      const { get, openKey, organizationId } = yield* makeScene()
      yield* openKey(organizationId, "live", ["contacts:read"])
      const { ids, siguiente, total } = pageOf(yield* get("/actividad?limite=2"))
      assert.deepStrictEqual([ids.length, total], [2, 3])
      const oldest = yield* get(siguiente ?? "")
      assert.deepStrictEqual(pageOf(oldest).siguiente, null)
      assert.deepNestedInclude(oldest.json, {
        "datos[0].creado": "2026-11-20T10:00:00.000Z",
        "datos[0].tipo": "key_created",
      })
      const all = yield* get("/actividad?orden=antiguo")
      assert.deepStrictEqual(pageOf(all).ids, [...pageOf(oldest).ids, ...ids.toReversed()])
    }))

  it.scoped("shows entries in full, only to keys that may read them, and only those of their company", () =>
    Effect.gen(function*() {
      const { get, openCompany, openKey, organizationId, request } = yield* makeScene()
      const { json } = yield* get("/actividad?limite=1")
      assert.nestedProperty(json, "datos[0].mensaje")
      assert.deepNestedInclude(json, { "datos[0].recurso": "clave" })
      const reader = yield* openKey(organizationId, "live", ["activity:read"])
      assert.strictEqual((yield* request("GET", "/actividad", { key: reader })).status, 200)
      const other = yield* openKey(organizationId, "live", ["webhooks:manage"])
      const refused = yield* request("GET", "/actividad", { key: other })
      assert.deepStrictEqual(errorOf(refused), anError(403, "sin_permiso", { scope: "activity:read" }))
      const stranger = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
      assert.strictEqual(pageOf(yield* request("GET", "/actividad", { key: stranger.live })).total, 2)
    }))
})
