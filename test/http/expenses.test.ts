import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isDeletedAlone } from "./deletedAlone.ts"
import { needTheirScopes } from "./neededScopes.ts"
import { camposOf, conflict, errorOf, idOf, makeScene, pageOf, type Scene } from "./scene.ts"

const addSupplier = ({ post }: Scene, given: object = {}) =>
  Effect.map(post("/contactos", { nombre: "Bufete Ruiz", tipo: "supplier", irpf: 15, ...given }), idOf)

const patch = ({ live: key, request }: Scene, id: string, body: unknown) =>
  request("PATCH", `/gastos/${id}`, { key, body })

describe("expenses", () => {
  it.scoped("are created with a Location; there and in the list they read as the creation answered", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const given = {
        proveedor_id: yield* addSupplier(scene), referencia: "F-1", categoria: "Asesoría", clase: "service",
        fecha: "2026-11-01", base: 99.99, tipo_iva: 10, irpf: 7, pagado: true, notas: "n",
      }
      const created = yield* post("/gastos", given)
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/gastos/${id}`)
      assert.deepStrictEqual(created.json, {
        ...given, id, proveedor: "Bufete Ruiz", fecha: "2026-11-01T00:00:00.000Z", cuota_iva: 10, total: 109.99,
        estado_aprobacion: "none", creado: "2026-11-20T10:00:00.000Z",
      })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      const only = { datos: [created.json], total: 1, limite: 50, siguiente: null }
      assert.deepStrictEqual((yield* get("/gastos")).json, only)
    }))

  it.scoped("need a base only; everything else may be null", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const nothing = { proveedor_id: null, referencia: null, categoria: null, clase: null, notas: null }
      const defaults = { fecha: null, tipo_iva: null, irpf: null, pagado: null }
      for (const body of [{ base: -50 }, { base: -50, ...nothing, ...defaults }]) {
        const created = yield* post("/gastos", body)
        assert.deepStrictEqual(created.json, {
          ...nothing, id: idOf(created), proveedor: null, fecha: "2026-11-20T00:00:00.000Z", base: -50, tipo_iva: 21,
          cuota_iva: -10.5, irpf: 0, total: -60.5, pagado: false, estado_aprobacion: "none",
          creado: "2026-11-20T10:00:00.000Z",
        })
      }
    }))

  it.scoped("are refused with everything that is wrong with them", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const customer = yield* addSupplier(scene, { tipo: "customer" })
      const { live } = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
      const body = { nombre: "X", tipo: "supplier" }
      const foreign = idOf(yield* scene.request("POST", "/contactos", { key: live, body }))
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [undefined, ["base"]],
        [{ base: null }, ["base"]],
        [{ base: 0.001 }, ["base"]],
        [{ base: 1, proveedor_id: customer }, ["proveedor_id"]],
        [{ base: 1, proveedor_id: foreign }, ["proveedor_id"]],
        // Mistakes within the body come before those that only the stored rows show.
        [{ base: 1, proveedor_id: "nada", fecha: "2026-01-01T99:00Z" }, ["fecha"]],
        [{ base: 1, proveedor_id: "nada", fecha: "1899-01-01", irpf: 101 }, ["fecha", "irpf"]],
        [{ base: 1, cuota_iva: 1, total: 2, proveedor: "x", estado_aprobacion: "approved" },
          ["cuota_iva", "total", "proveedor", "estado_aprobacion"]],
        [{ base: "1", proveedor_id: "p".repeat(41), referencia: "r".repeat(61), categoria: "c".repeat(121), clase: "x",
          fecha: "hoy", tipo_iva: 101, irpf: 1.5, pagado: "no", notas: "n".repeat(5001) },
          ["base", "proveedor_id", "referencia", "categoria", "clase", "fecha", "tipo_iva", "irpf", "pagado", "notas"]],
      ]
      for (const [body, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* scene.post("/gastos", body))], [...campos])
      }
      assert.strictEqual(pageOf(yield* scene.get("/gastos")).total, 0)
    }))

  it.scoped("are patched property by property; a patch that changes nothing does not count as a change", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const created = yield* post("/gastos", { base: 100, referencia: "F-1", tipo_iva: 4 })
      const id = idOf(created)
      const later = idOf(yield* post("/gastos", { base: 1 }))
      const byChange = Effect.map(get("/gastos?orden=modificado"), (answer) => pageOf(answer).ids)

      for (const body of [{}, { base: 100, tipo_iva: 4, fecha: "2026-11-20" }]) {
        const same = yield* patch(scene, id, body)
        assert.deepStrictEqual([same.status, same.json], [200, created.json])
      }
      assert.deepStrictEqual(yield* byChange, [later, id])

      const changed = yield* patch(scene, id, { base: 10, tipo_iva: null, referencia: null, pagado: true })
      const figures = { base: 10, tipo_iva: 21, cuota_iva: 2.1, total: 12.1 }
      assert.deepInclude(changed.json, { ...figures, referencia: null, pagado: true })
      assert.deepStrictEqual((yield* get(`/gastos/${id}`)).json, changed.json)
      assert.deepStrictEqual(yield* byChange, [id, later])
      assert.sameMembers([...camposOf(yield* patch(scene, id, { base: null, total: 3 }))], ["base", "total"])
    }))

  it.scoped("go from a request to approval, after which only bookkeeping fields can change", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live: key, post, request } = scene
      const id = idOf(yield* post("/gastos", { base: 100 }))
      const step = (action: string) => post(`/gastos/${id}/${action}`)
      const stateAfter = (action: string) =>
        Effect.map(step(action), ({ json, status }) => {
          assert.strictEqual(status, 200)
          return json
        })

      assert.deepStrictEqual(errorOf(yield* step("rechazar")), conflict("aprobacion_no_solicitada"))
      assert.deepInclude(yield* stateAfter("solicitar-aprobacion"), { id, estado_aprobacion: "pending" })
      assert.deepStrictEqual(errorOf(yield* step("solicitar-aprobacion")), conflict("aprobacion_pendiente"))
      assert.deepInclude(yield* stateAfter("rechazar"), { estado_aprobacion: "rejected" })
      assert.deepStrictEqual(errorOf(yield* step("aprobar")), conflict("gasto_rechazado"))
      yield* stateAfter("solicitar-aprobacion")
      const approved = yield* stateAfter("aprobar")
      assert.deepStrictEqual((yield* get(`/gastos/${id}`)).json, approved)

      const frozen = errorOf(yield* patch(scene, id, { pagado: true, base: 1 }))
      assert.deepStrictEqual(frozen, conflict("gasto_aprobado"))
      const kept = yield* patch(scene, id, { pagado: true, notas: "pagado", categoria: "Oficina" })
      assert.deepInclude(kept.json, { pagado: true, notas: "pagado", categoria: "Oficina", base: 100 })
      assert.deepStrictEqual(errorOf(yield* request("DELETE", `/gastos/${id}`, { key })), conflict("gasto_aprobado"))
      assert.strictEqual((yield* get(`/gastos/${id}`)).status, 200)
    }))

  it.scoped("are approved once, even if several requests approve them at the same time", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const id = idOf(yield* post("/gastos", { base: 100 }))
      const approvals = Array.from({ length: 10 }, () => post(`/gastos/${id}/aprobar`))
      const statuses = (yield* Effect.all(approvals, { concurrency: "unbounded" })).map(({ status }) => status)
      assert.deepStrictEqual(statuses.toSorted(), [200, ...Array(9).fill(409)])
    }))

  it.scoped("are gone once they are deleted; those of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const [id, other] = [idOf(yield* post("/gastos", { base: 1 })), idOf(yield* post("/gastos", { base: 2 }))]
      yield* isDeletedAlone(scene, "/gastos", id, other, [["/solicitar-aprobacion"], ["/aprobar"], ["/rechazar"]])
    }))

  it.scoped("need their scopes; writing is neither reading nor approving", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = idOf(yield* scene.post("/gastos", { base: 1 }))
      yield* needTheirScopes(scene, [
        ["GET", "/gastos", "expenses:read", 200],
        ["GET", `/gastos/${id}`, "expenses:read", 200],
        ["POST", "/gastos", "expenses:write", 201, { base: 1 }],
        ["PATCH", `/gastos/${id}`, "expenses:write", 200],
        ["POST", `/gastos/${id}/solicitar-aprobacion`, "expenses:write", 200],
        ["POST", `/gastos/${id}/rechazar`, "expenses:approve", 200],
        ["POST", `/gastos/${id}/aprobar`, "expenses:approve", 409],
        ["DELETE", `/gastos/${id}`, "expenses:write", 204],
      ])
    }))
})

describe("the list of expenses", () => {
  it.scoped("can be filtered by supplier, category, payment, approval and day, and searched", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const ruiz = yield* addSupplier(scene)
      const sol = yield* addSupplier(scene, { nombre: "Ferretería «Sol»" })
      const add = (body: object) => Effect.map(post("/gastos", { base: 1, ...body }), idOf)
      const a = yield* add({ proveedor_id: ruiz, fecha: "2026-01-31", referencia: "F/77", pagado: true })
      const b = yield* add({ proveedor_id: sol, fecha: "2026-02-01", categoria: "Obra nueva" })
      const c = yield* add({ fecha: "2026-02-28", categoria: "Obra nueva", pagado: true })
      const d = yield* add({ fecha: "2026-03-01T00:30:00+01:00", referencia: "Nº 77 bis" })
      yield* post(`/gastos/${d}/solicitar-aprobacion`)
      yield* post(`/gastos/${c}/aprobar`)

      const expected: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["", [a, b, c, d]],
        [`proveedor_id=${ruiz}`, [a]],
        ["proveedor_id=nada", []],
        ["categoria=Obra%20nueva", [b, c]],
        ["categoria=Obra", []],
        ["pagado=true", [a, c]],
        ["pagado=false", [b, d]],
        ["estado_aprobacion=none", [a, b]],
        ["estado_aprobacion=pending", [d]],
        ["estado_aprobacion=approved", [c]],
        ["fecha_desde=2026-02-01&fecha_hasta=2026-02-28", [b, c]],
        ["fecha_desde=2026-03-01", [d]],
        ["buscar=77", [a, d]],
        ["buscar=ferreteria", [b]],
        ["buscar=obra+SOL", [b]],
        ["buscar=obra&pagado=true", [c]],
      ]
      for (const [query, ids] of expected) {
        const page = pageOf(yield* get(`/gastos?orden=antiguo&${query}`))
        assert.deepStrictEqual([page.ids, page.total], [ids, ids.length], query)
      }
      const first = pageOf(yield* get("/gastos?pagado=true&limite=1"))
      assert.deepStrictEqual([first.ids, pageOf(yield* get(first.siguiente ?? "")).ids], [[c], [a]])
    }))

  it.scoped("names filters that are unknown or malformed", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const query = "pagado=si&estado_aprobacion=x&fecha_desde=1&fecha_hasta=2026-13-01&categoria=&buscar=&clase=goods"
      const wrong = ["pagado", "estado_aprobacion", "fecha_desde", "fecha_hasta", "categoria", "buscar", "clase"]
      assert.sameMembers([...camposOf(yield* get(`/gastos?${query}`))], wrong)
    }))
})
