import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeRouter } from "../../adapters/http/routing/router.ts"
import { anError, errorOf, idOf, makeScene } from "./scene.ts"

describe("routes", () => {
  it.scoped("unknown ones, and known ones with another method, are 404 with or without a key", () =>
    Effect.gen(function*() {
      const { live, request } = yield* makeScene()
      const unknown: ReadonlyArray<readonly [string, string]> = [
        ["GET", "/nada"],
        ["GET", "/contactos/"],
        ["GET", "//contactos"],
        ["GET", "/contactos/1/2"],
        ["GET", "/contactos/%E0%A4%A"],
        ["GET", "/facturas/1/emitir"],
        ["GET", "http://talonario.test/"],
        ["GET", "http://talonario.test/api/v1x"],
        ["GET", "http://talonario.test/api/v1x/contactos"],
        ["GET", "http://talonario.test/api/v2/contactos"],
        ["DELETE", "/facturas"],
        ["POST", "/organizacion"],
        ["OPTIONS", "/contactos"],
        ["PUT", ""],
      ]
      for (const [method, path] of unknown) {
        for (const key of [{ key: live }, {}]) {
          const answer = yield* request(method, path, key)
          assert.deepStrictEqual(errorOf(answer), anError(404, "no_encontrado"), `${method} ${path}`)
        }
      }
    }))

  it.scoped("the index answers with and without its slash", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      for (const path of ["", "/"]) assert.strictEqual((yield* get(path)).status, 200)
    }))

  it.scoped("a path may be percent-encoded, and an encoded slash does not divide it", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      const encoded = `/%63ontactos/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
      assert.strictEqual(idOf(yield* get(encoded)), id)
      const parted = yield* get(`/facturas%2F${id}`)
      assert.deepStrictEqual(errorOf(parted), anError(404, "no_encontrado"))
    }))

  it.scoped("an id of impossible form is an unknown id", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      for (const id of ["1", "..", "%00", "%F0%9F%92%A9", "'%20OR%201=1--", "__proto__", "a".repeat(3_000)]) {
        const answer = yield* get(`/contactos/${id}`)
        assert.deepStrictEqual(errorOf(answer), anError(404, "no_encontrado"), id)
      }
    }))

  it.scoped("HEAD answers like GET, with the length but without the body", () =>
    Effect.gen(function*() {
      const { live, post, request } = yield* makeScene()
      yield* post("/contactos", { nombre: "Peña e Hijos" })
      for (const path of ["/contactos", "/salud", "/nada", "/contactos?limite=0"]) {
        const get = yield* request("GET", path, { key: live })
        const head = yield* request("HEAD", path, { key: live })
        assert.strictEqual(head.status, get.status)
        assert.strictEqual(head.bytes.length, 0)
        assert.strictEqual(head.headers["content-length"], String(get.bytes.length))
        assert.strictEqual(head.headers["content-type"], get.headers["content-type"])
      }
      assert.strictEqual((yield* request("HEAD", "/facturas/1/emitir", { key: live })).status, 404)
    }))
})

describe("the router", () => {
  const routes = ["/a", "/a/:x", "/a/fijo", "/a/:y/b/:z", "/"].map((path) => ({ method: "GET", path }))
  const find = makeRouter(routes)

  it("prefers a named segment and gives the parameters by name", () => {
    const fixed = { route: { method: "GET", path: "/a/fijo" }, parameters: {} }
    assert.deepStrictEqual(find("GET", "/a/fijo"), fixed)
    assert.deepStrictEqual(find("GET", "/a/1")?.parameters, { x: "1" })
    assert.deepStrictEqual(find("GET", "/a/1/b/%C3%B1"), {
      route: { method: "GET", path: "/a/:y/b/:z" },
      parameters: { y: "1", z: "ñ" },
    })
  })

  it("finds nothing else", () => {
    for (const path of ["", "/a/", "/a/1/b", "/a/1/b/", "/b", "a", "/a/1/b/2/3", "/__proto__", "/:x"]) {
      assert.isUndefined(find("GET", path), path)
    }
    assert.isUndefined(find("POST", "/a"))
  })

  it("refuses two routes with one address", () => {
    assert.throws(() => makeRouter([{ method: "GET", path: "/a/:x" }, { method: "GET", path: "/a/:y" }]))
  })
})
