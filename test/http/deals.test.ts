import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isDeletedAlone } from "./deletedAlone.ts"
import { needTheirScopes } from "./neededScopes.ts"
import { camposOf, conflict, errorOf, idOf, makeScene, pageOf, type Scene } from "./scene.ts"

const patch = ({ live: key, request }: Scene, id: string, body: unknown) =>
  request("PATCH", `/oportunidades/${id}`, { key, body })

describe("deals", () => {
  it.scoped("are opened with a Location; there and in the list they read as the opening answered", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      const given = { titulo: "Web nueva", contacto_id, importe: 4800.5, etapa: "propuesta" }
      const created = yield* post("/oportunidades", given)
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/oportunidades/${id}`)
      assert.deepStrictEqual(created.json, {
        id, ...given, estado: "open", motivo: null, creado: "2026-11-20T10:00:00.000Z",
      })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      const only = { datos: [created.json], total: 1, limite: 50, siguiente: null }
      assert.deepStrictEqual((yield* get("/oportunidades")).json, only)
    }))

  it.scoped("need a title only; everything else may be null", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      for (const body of [{ titulo: "A" }, { titulo: "A", contacto_id: null, importe: null, etapa: null }]) {
        const { json, status } = yield* post("/oportunidades", body)
        assert.strictEqual(status, 201)
        assert.deepInclude(json, { titulo: "A", contacto_id: null, importe: 0, etapa: "nueva", estado: "open", motivo: null })
      }
    }))

  it.scoped("can be opened as already won or lost", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      for (const result of [{ estado: "won", motivo: null }, { estado: "lost", motivo: "Caro" }]) {
        const created = yield* post("/oportunidades", { titulo: "A", ...result })
        assert.strictEqual(created.status, 201)
        assert.deepInclude(created.json, result)
        const id = idOf(created)
        assert.deepStrictEqual((yield* get(`/oportunidades/${id}`)).json, created.json)
        assert.deepStrictEqual(pageOf(yield* get(`/oportunidades?estado=${result.estado}`)).ids, [id])
        const moved = errorOf(yield* patch(scene, id, { etapa: "otra" }))
        assert.deepStrictEqual(moved, conflict("oportunidad_cerrada"))
        assert.deepInclude((yield* patch(scene, id, { estado: "open" })).json, { estado: "open", motivo: null })
      }
    }))

  it.scoped("are refused with every failing field", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      assert.deepStrictEqual(camposOf(yield* post("/oportunidades", {})), ["titulo"])
      const wrong = {
        titulo: "", contacto_id: 7, importe: -1, etapa: "x".repeat(61), estado: null, motivo: "x".repeat(501), creado: "x",
      }
      assert.sameMembers([...camposOf(yield* post("/oportunidades", wrong))], Object.keys(wrong))
      assert.deepStrictEqual(camposOf(yield* post("/oportunidades", { titulo: "A", importe: 1.001 })), ["importe"])
      assert.deepStrictEqual(camposOf(yield* post("/oportunidades", { titulo: "A", contacto_id: "nada" })), ["contacto_id"])
      assert.deepStrictEqual(camposOf(yield* post("/oportunidades", { titulo: "A", estado: "won", motivo: "x" })), ["motivo"])

      const id = idOf(yield* post("/oportunidades", { titulo: "A" }))
      const wrongPatch = {
        titulo: null, contacto_id: 7, importe: 1e12, etapa: " ", estado: "closed", motivo: "x".repeat(501), id: "x",
      }
      assert.sameMembers([...camposOf(yield* patch(scene, id, wrongPatch))], Object.keys(wrongPatch))
      assert.deepStrictEqual(camposOf(yield* patch(scene, id, { contacto_id: "nada", motivo: "x" })), ["contacto_id", "motivo"])
      assert.deepStrictEqual(camposOf(yield* patch(scene, id, { estado: null })), ["estado"])
    }))

  it.scoped("are won or lost while they are open, and can be reopened", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const id = idOf(yield* post("/oportunidades", { titulo: "A", etapa: "propuesta", importe: 10 }))
      const closed = conflict("oportunidad_cerrada")
      const becomes = (body: object) =>
        Effect.gen(function*() {
          const { json, status } = yield* patch(scene, id, body)
          assert.strictEqual(status, 200)
          assert.deepStrictEqual((yield* get(`/oportunidades/${id}`)).json, json)
          return json
        })
      assert.deepInclude(yield* becomes({ etapa: "firma", estado: "won" }), { etapa: "firma", estado: "won", motivo: null })
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { estado: "lost", motivo: "x" })), closed)
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { titulo: "B", importe: 11 })), closed)
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { etapa: "otra" })), closed)
      assert.deepInclude(yield* becomes({ titulo: "B", importe: 10 }), { titulo: "B", estado: "won" })
      assert.deepInclude(yield* becomes({ estado: "open", importe: 11 }), { estado: "open", importe: 11 })
      assert.deepInclude(yield* becomes({ estado: "lost", motivo: "Caro" }), { estado: "lost", motivo: "Caro" })
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { estado: "won" })), closed)
      assert.deepInclude(yield* becomes({ motivo: "Plazo" }), { estado: "lost", motivo: "Plazo" })
      assert.deepInclude(yield* becomes({ estado: "open" }), { estado: "open", motivo: null })
    }))

  it.scoped("are won or lost once, even if several requests say so at the same time", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = idOf(yield* scene.post("/oportunidades", { titulo: "A" }))
      const results = ["won", "lost", "won", "lost"].map((estado) => patch(scene, id, { estado }))
      const statuses = (yield* Effect.all(results, { concurrency: "unbounded" })).map(({ status }) => status)
      assert.deepStrictEqual(statuses.toSorted(), [200, 200, 409, 409])
    }))

  it.scoped("keep naming their contact, and do not prevent its deletion", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live: key, post, request } = scene
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      const id = idOf(yield* post("/oportunidades", { titulo: "A", contacto_id }))
      assert.strictEqual((yield* request("DELETE", `/contactos/${contacto_id}`, { key })).status, 204)
      assert.deepInclude((yield* patch(scene, id, { importe: 2 })).json, { importe: 2, contacto_id })
      assert.deepStrictEqual(pageOf(yield* get(`/oportunidades?contacto_id=${contacto_id}`)).ids, [id])
    }))

  it.scoped("are gone once they are deleted; those of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const id = idOf(yield* post("/oportunidades", { titulo: "A" }))
      const other = idOf(yield* post("/oportunidades", { titulo: "B" }))
      yield* isDeletedAlone(scene, "/oportunidades", id, other)
    }))

  it.scoped("need their scopes; the one to write does not allow reading", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = idOf(yield* scene.post("/oportunidades", { titulo: "A" }))
      yield* needTheirScopes(scene, [
        ["GET", "/oportunidades", "deals:read", 200],
        ["GET", `/oportunidades/${id}`, "deals:read", 200],
        ["POST", "/oportunidades", "deals:write", 201, { titulo: "B" }],
        ["PATCH", `/oportunidades/${id}`, "deals:write", 200],
        ["DELETE", `/oportunidades/${id}`, "deals:write", 204],
      ])
    }))
})

describe("the list of deals", () => {
  it.scoped("can be filtered by state, stage and contact, page by page in every order", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      const add = (body: object) => Effect.map(post("/oportunidades", { titulo: "A", ...body }), idOf)
      const a = yield* add({ contacto_id, etapa: "visita" })
      const b = yield* add({ etapa: "visita" })
      const c = yield* add({ contacto_id })
      const d = yield* add({ etapa: "=visita &" })
      yield* patch(scene, b, { estado: "won" })
      yield* patch(scene, a, { estado: "lost", motivo: "Caro" })

      const expected: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["", [a, b, c, d]],
        ["estado=open", [c, d]],
        ["estado=won", [b]],
        ["estado=lost", [a]],
        ["etapa=visita", [a, b]],
        ["etapa=nueva", [c]],
        ["etapa=Visita", []],
        [`etapa=${encodeURIComponent("=visita &")}`, [d]],
        [`contacto_id=${contacto_id}`, [a, c]],
        ["contacto_id=nada", []],
        [`contacto_id=${contacto_id}&estado=open`, [c]],
        [`contacto_id=${contacto_id}&etapa=visita&estado=lost`, [a]],
        ["etapa=visita&estado=open", []],
      ]
      for (const [query, ids] of expected) {
        const page = pageOf(yield* get(`/oportunidades?orden=antiguo&${query}`))
        assert.deepStrictEqual([page.ids, page.total], [ids, ids.length], query)
      }
      for (const [orden, ids] of [["antiguo", [a, b]], ["reciente", [b, a]], ["modificado", [a, b]]] as const) {
        const first = pageOf(yield* get(`/oportunidades?etapa=visita&limite=1&orden=${orden}`))
        const second = pageOf(yield* get(first.siguiente ?? ""))
        assert.deepStrictEqual([first.ids, second.ids, second.siguiente], [[ids[0]], [ids[1]], null], orden)
        assert.deepStrictEqual([first.total, second.total], [2, 2])
      }
    }))

  it.scoped("names filters that are unknown or malformed", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const wrong = ["estado", "etapa", "contacto_id", "buscar", "motivo"]
      assert.sameMembers([...camposOf(yield* get("/oportunidades?estado=x&etapa=&contacto_id=&buscar=x&motivo=x"))], wrong)
    }))
})
