import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { anError, camposOf, conflict, errorOf, idOf, invoiceOf, makeScene, pageOf, type Scene } from "./scene.ts"

const screw = {
  nombre: "Tornillo «M4»", sku: "T-4", codigo_barras: "4006381333931", descripcion: "Inoxidable", categoria: "Ferretería",
  precio: 0.12345678, tipo_iva: 10, stock: 8, unidad: "caja", clase: "goods", stock_minimo: 5, etiquetas: ["a", "b"],
}

const repeatedSku = conflict("sku_repetido")

const patch = ({ live: key, request }: Scene, path: string, body: unknown) => request("PATCH", path, { key, body })

const remove = ({ live: key, request }: Scene, path: string) => request("DELETE", path, { key })

describe("products", () => {
  it.scoped("are created with a Location, where they read as the creation answered", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const created = yield* post("/productos", screw)
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/productos/${id}`)
      assert.deepStrictEqual(created.json, { ...screw, id, creado: "2026-11-20T10:00:00.000Z" })
      assert.deepStrictEqual((yield* get(`/productos/${id}`)).json, created.json)
    }))

  it.scoped("need a name only; everything else may be null", () =>
    Effect.gen(function*() {
      const { openCompany, request } = yield* makeScene()
      const { live: key } = yield* openCompany({ region_fiscal: "canarias" })
      const nothing = { sku: null, codigo_barras: null, descripcion: null, categoria: null }
      const defaults = {
        precio: 0, tipo_iva: 7, stock: 0, unidad: "ud", clase: "goods", stock_minimo: 0, etiquetas: [],
      }
      const nulls = Object.fromEntries(Object.keys(defaults).map((name) => [name, null]))
      for (const body of [{ nombre: "x" }, { nombre: "x", ...nothing, ...nulls }]) {
        const created = yield* request("POST", "/productos", { key, body })
        const always = { id: idOf(created), nombre: "x", creado: "2026-11-20T10:00:00.000Z" }
        assert.deepStrictEqual(created.json, { ...nothing, ...defaults, ...always })
      }
    }))

  it.scoped("are refused with every failing field at once", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const wrong = {
        sku: "x".repeat(61), codigo_barras: "4006381333932", descripcion: "x".repeat(2001), categoria: 1, precio: -0.01,
        tipo_iva: 100.5, stock: 1.5, unidad: "x".repeat(21), clase: "otro", stock_minimo: -1,
        etiquetas: Array.from({ length: 31 }, String), color: "rojo",
      }
      assert.sameMembers([...camposOf(yield* post("/productos", wrong))], ["nombre", ...Object.keys(wrong)])
      for (const codigo_barras of ["96385074", "036000291452", ""]) {
        assert.strictEqual((yield* post("/productos", { nombre: "x", codigo_barras })).status, 201)
      }
    }))

  it.scoped("are changed property by property, and deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const created = yield* post("/productos", screw)
      const path = `/productos/${idOf(created)}`
      const patched = yield* patch(scene, path, { stock: -2, precio: null, codigo_barras: null })
      assert.strictEqual(patched.status, 200)
      assert.deepInclude(patched.json, { stock: -2, precio: 0, codigo_barras: null, sku: "T-4" })
      assert.deepStrictEqual((yield* patch(scene, path, {})).json, patched.json)
      const wrong = { nombre: null, stock: "1", id: "x" }
      assert.sameMembers([...camposOf(yield* patch(scene, path, wrong))], Object.keys(wrong))
      assert.deepStrictEqual((yield* get(path)).json, patched.json)

      assert.strictEqual((yield* remove(scene, path)).status, 204)
      assert.deepStrictEqual(
        [(yield* get(path)).status, (yield* patch(scene, path, {})).status, (yield* remove(scene, path)).status],
        [404, 404, 404],
      )
    }))

  it.scoped("cannot share an sku within a company, until the other product gives it up", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { openCompany, post, request } = scene
      const path = `/productos/${idOf(yield* post("/productos", { nombre: "x", sku: "A/1 ñ" }))}`
      const twins = Array.from({ length: 5 }, () => post("/productos", { nombre: "y", sku: "B" }))
      const statuses = (yield* Effect.all(twins, { concurrency: "unbounded" })).map(({ status }) => status)
      assert.deepStrictEqual(statuses.toSorted(), [201, 409, 409, 409, 409])
      assert.deepStrictEqual(errorOf(yield* post("/productos", { nombre: "y", sku: "A/1 ñ" })), repeatedSku)
      assert.deepStrictEqual(errorOf(yield* patch(scene, path, { sku: "B" })), repeatedSku)
      const { live: key } = yield* openCompany()
      assert.strictEqual((yield* request("POST", "/productos", { key, body: { nombre: "y", sku: "B" } })).status, 201)

      yield* patch(scene, path, { sku: "C" })
      const other = `/productos/${idOf(yield* post("/productos", { nombre: "y", sku: "A/1 ñ" }))}`
      assert.strictEqual((yield* patch(scene, path, { sku: "C", nombre: "z" })).status, 200)
      yield* remove(scene, other)
      assert.strictEqual((yield* patch(scene, path, { sku: "A/1 ñ" })).status, 200)
    }))

  it.scoped("can be filtered by their properties and labels, and searched", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const add = (body: object) => Effect.map(post("/productos", body), idOf)
      const first = yield* add({ ...screw, stock: 4 })
      const second = yield* add({ nombre: "Montaje", clase: "service", stock: 5, stock_minimo: 5 })
      const listed = (query: string) => Effect.map(get(`/productos?orden=antiguo&${query}`), (page) => pageOf(page).ids)
      assert.deepStrictEqual(yield* listed("buscar=INOX+m4"), [first])
      assert.deepStrictEqual(yield* listed("buscar=t"), [first, second])
      assert.deepStrictEqual(yield* listed("sku=T-4"), [first])
      assert.deepStrictEqual(yield* listed("sku=t-4"), [])
      assert.deepStrictEqual(yield* listed("codigo_barras=4006381333931"), [first])
      assert.deepStrictEqual(yield* listed("clase=service"), [second])
      assert.deepStrictEqual(yield* listed("categoria=Ferreter%C3%ADa&etiqueta=b"), [first])
      assert.deepStrictEqual(yield* listed("bajo_minimo=true"), [first])
      const wrong = camposOf(yield* get("/productos?bajo_minimo=false&clase=x&sku=&precio=1"))
      assert.sameMembers([...wrong], ["bajo_minimo", "clase", "sku", "precio"])
      const page = pageOf(yield* get("/productos?limite=1&buscar=t"))
      assert.deepInclude(page, { ids: [second], total: 2, limite: 1 })
      assert.deepStrictEqual(pageOf(yield* get(page.siguiente ?? "")).ids, [first])
    }))

  it.scoped("need their own scopes", () =>
    Effect.gen(function*() {
      const { openKey, organizationId, request } = yield* makeScene()
      const key = yield* openKey(organizationId, "test", ["products:read", "contacts:write"])
      assert.strictEqual((yield* request("GET", "/productos", { key })).status, 200)
      for (const [method, path] of [["POST", "/productos"], ["PATCH", "/productos/x"], ["DELETE", "/productos/x"]] as const) {
        const refused = errorOf(yield* request(method, path, { key }))
        assert.deepStrictEqual(refused, anError(403, "sin_permiso", { scope: "products:write" }), method)
      }
      const writer = yield* openKey(organizationId, "test", ["products:write"])
      assert.strictEqual((yield* request("GET", "/productos/x", { key: writer })).status, 403)
    }))

  it.scoped("leave stock once per issued invoice, and stay on its lines when they are deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const id = idOf(yield* post("/productos", { ...screw, stock: 50 }))
      const draft = { lineas: [{ producto_id: id, cantidad: 2 }, { producto_id: id }] }
      const drafts = yield* Effect.all(Array.from({ length: 10 }, () => Effect.map(post("/facturas", draft), idOf)))
      const issues = [...drafts, ...drafts].map((one) => post(`/facturas/${one}/emitir`))
      const statuses = (yield* Effect.all(issues, { concurrency: "unbounded" })).map(({ status }) => status)
      assert.deepStrictEqual(statuses.toSorted(), [...Array.from({ length: 10 }, () => 200), ...Array.from({ length: 10 }, () => 201)])
      assert.deepInclude((yield* get(`/productos/${id}`)).json, { stock: 20 })

      const late = idOf(yield* post("/facturas", draft))
      yield* remove(scene, `/productos/${id}`)
      const issued = yield* post(`/facturas/${late}/emitir`)
      assert.strictEqual(issued.status, 201)
      assert.deepInclude(invoiceOf(issued).lineas[0], { producto_id: id, descripcion: screw.nombre, unidad: "caja" })
      const campos = camposOf(yield* post("/facturas", draft))
      assert.deepStrictEqual(campos, ["lineas[0].producto_id", "lineas[1].producto_id"])
    }))
})
