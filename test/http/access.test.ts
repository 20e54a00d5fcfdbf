import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, TestClock } from "effect"
import { type Scope, scopes } from "../../core/access/scopes.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { anError, errorOf, idOf, makeScene, now, simpleDraft } from "./scene.ts"

describe("keys", () => {
  it.scoped("every endpoint answers 401 without a valid one, except those that are open to all", () =>
    Effect.gen(function*() {
      const { live, request } = yield* makeScene()
      const bad = [
        "",
        "Bearer",
        "Bearer ",
        "Bearer svc_live_1",
        `Bearer svc_live_${"0".repeat(43)}`,
        live,
        `Basic ${live}`,
        `Bearer ${live}x`,
        `Bearer ${live} ${live}`,
        `Bearer ${live.replace("live", "test")}`,
      ]
      for (const authorization of bad) {
        const answer = yield* request("GET", "/organizacion", { headers: { authorization } })
        assert.deepStrictEqual(errorOf(answer), anError(401, "no_autenticado"), authorization)
        assert.strictEqual(answer.headers["www-authenticate"], "Bearer")
      }
      for (const target of ["GET ", "POST /contactos", "POST /facturas/1/emitir", "GET /facturas/1/pdf"]) {
        const [method = "", path = ""] = target.split(" ")
        assert.deepStrictEqual(errorOf(yield* request(method, path)), anError(401, "no_autenticado"))
      }
      for (const path of ["/salud", "/openapi.json"]) {
        assert.strictEqual((yield* request("GET", path)).status, 200)
      }
      assert.strictEqual((yield* request("GET", "/salud", { key: "svc_live_1" })).status, 200)
    }))

  it.scoped("the word Bearer may be in any letter case", () =>
    Effect.gen(function*() {
      const { live, request } = yield* makeScene()
      for (const word of ["Bearer", "bearer", "BEARER"]) {
        const headers = { authorization: `${word} ${live}` }
        assert.strictEqual((yield* request("GET", "", { headers })).status, 200)
      }
    }))

  it.scoped("a revoked key stops working at once", () =>
    Effect.gen(function*() {
      const { get, revokeLive } = yield* makeScene()
      assert.strictEqual((yield* get("")).status, 200)
      yield* revokeLive
      assert.deepStrictEqual(errorOf(yield* get("")), anError(401, "no_autenticado"))
    }))

  it.scoped("their last use is noted, to the hour", () =>
    Effect.gen(function*() {
      const { get, organizationId, post, provide } = yield* makeScene()
      // Noting the use is a write of the company's: it comes after the first contact at the latest.
      const usedThen = Effect.gen(function*() {
        yield* get("")
        yield* post("/contactos", { nombre: "Ana" })
        yield* post("/contactos", { nombre: "Ana" })
        const keys = yield* provide(Effect.flatMap(Storage, ({ accessKeys }) => accessKeys(organizationId)))
        return keys.map(({ ultimo_uso }) => ultimo_uso)
      })
      assert.sameMembers(yield* usedThen, [now, null])
      yield* TestClock.adjust("59 minutes")
      assert.sameMembers(yield* usedThen, [now, null])
      yield* TestClock.adjust("1 minute")
      assert.sameMembers(yield* usedThen, [now + 3_600_000, null])
    }))

  it.scoped("their last use is noted by the current clock, even after it was a year ahead", () =>
    Effect.gen(function*() {
      const { get, organizationId, post, provide } = yield* makeScene()
      yield* TestClock.setTime(now + 365 * 86_400_000)
      yield* post("/contactos", { nombre: "Ana" })
      yield* TestClock.setTime(now)
      for (const use of [get(""), post("/contactos", { nombre: "Ana" })]) {
        yield* TestClock.adjust("1 hour")
        yield* use
        yield* post("/contactos", { nombre: "Ana" })
        const keys = yield* provide(Effect.flatMap(Storage, ({ accessKeys }) => accessKeys(organizationId)))
        assert.sameMembers(keys.map(({ ultimo_uso }) => ultimo_uso), [yield* Clock.currentTimeMillis, null])
      }
    }))
})

describe("scopes", () => {
  const needed: ReadonlyArray<readonly [string, string, Scope]> = [
    ["POST", "/contactos", "contacts:write"],
    ["GET", "/contactos", "contacts:read"],
    ["GET", "/contactos/1", "contacts:read"],
    ["POST", "/facturas", "invoices:write"],
    ["GET", "/facturas", "invoices:read"],
    ["GET", "/facturas/1", "invoices:read"],
    ["POST", "/facturas/1/emitir", "invoices:write"],
    ["GET", "/facturas/1/pdf", "invoices:read"],
  ]

  it.scoped("each endpoint needs its own, and names it when it is missing", () =>
    Effect.gen(function*() {
      const rateLimit = { limit: 1_000, windowSeconds: 60 }
      const { openKey, organizationId, request } = yield* makeScene({ rateLimit })
      for (const [method, path, scope] of needed) {
        const others = yield* openKey(organizationId, "live", scopes.filter((one) => one !== scope))
        const answer = yield* request(method, path, { key: others })
        assert.deepStrictEqual(errorOf(answer), anError(403, "sin_permiso", { scope }), `${method} ${path}`)
        assert.include(answer.text, `permiso ${scope}`)
        const own = yield* openKey(organizationId, "live", [scope])
        assert.notStrictEqual((yield* request(method, path, { key: own })).status, 403, `${method} ${path}`)
      }
    }))

  it.scoped("the index and the organization need none", () =>
    Effect.gen(function*() {
      const { openKey, organizationId, request } = yield* makeScene()
      const key = yield* openKey(organizationId, "test", [])
      for (const path of ["", "/organizacion"]) {
        assert.strictEqual((yield* request("GET", path, { key })).status, 200)
      }
    }))

  it.scoped("only those who may make a request are told what is wrong with it", () =>
    Effect.gen(function*() {
      const { openKey, organizationId, request } = yield* makeScene()
      const key = yield* openKey(organizationId, "live", [])
      const wrong = { body: "{", headers: { "idempotency-key": "ñ" } }
      assert.strictEqual((yield* request("POST", "/contactos?x=1", wrong)).status, 401)
      assert.strictEqual((yield* request("POST", "/contactos?x=1", { ...wrong, key })).status, 403)
    }))
})

describe("organizations", () => {
  it.scoped("another organization's ids seem not to exist", () =>
    Effect.gen(function*() {
      const { live, openCompany, post, request } = yield* makeScene()
      const other = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
      const contact = idOf(yield* post("/contactos", { nombre: "Ana" }))
      const invoice = idOf(yield* post("/facturas", simpleDraft))
      const paths: ReadonlyArray<readonly [string, string]> = [
        ["GET", `/contactos/${contact}`],
        ["GET", `/facturas/${invoice}`],
        ["POST", `/facturas/${invoice}/emitir`],
        ["GET", `/facturas/${invoice}/pdf`],
      ]
      for (const [method, path] of paths) {
        const foreign = yield* request(method, path, { key: other.live })
        const missing = yield* request(method, path.replace(/[0-9a-f]{32}/, "0".repeat(32)), { key: live })
        assert.deepStrictEqual(errorOf(foreign), anError(404, "no_encontrado"))
        assert.strictEqual(foreign.text, missing.text)
      }
      const body = { ...simpleDraft, contacto_id: contact }
      const borrowed = yield* request("POST", "/facturas", { key: other.live, body })
      const invented = yield* post("/facturas", { ...simpleDraft, contacto_id: "x" })
      assert.strictEqual(borrowed.status, 422)
      assert.strictEqual(borrowed.text, invented.text)
      const theirs = yield* request("GET", "/contactos", { key: other.live })
      assert.deepInclude(theirs.json, { datos: [], total: 0 })
    }))
})
