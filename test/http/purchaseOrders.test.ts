import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isDeletedAlone } from "./deletedAlone.ts"
import { needTheirScopes } from "./neededScopes.ts"
import { camposOf, conflict, errorOf, idOf, makeScene, pageOf, type Scene } from "./scene.ts"

const addSupplier = ({ post }: Scene, given: object = {}) =>
  Effect.map(post("/contactos", { nombre: "Papelera del Norte", tipo: "supplier", ...given }), idOf)

const addProduct = ({ post }: Scene, given: object = {}) =>
  Effect.map(post("/productos", { nombre: "Papel A4", precio: 4.25, tipo_iva: 10, stock: 3, ...given }), idOf)

const patch = ({ live: key, request }: Scene, id: string, body: unknown, idempotencyKey?: string) =>
  request("PATCH", `/pedidos-compra/${id}`, {
    key,
    body,
    ...(idempotencyKey === undefined ? {} : { headers: { "idempotency-key": idempotencyKey } }),
  })

const stockOf = ({ get }: Scene, product: string) =>
  Effect.map(get(`/productos/${product}`), ({ json }): unknown => Object(json).stock)

const text = { descripcion: "Tóner" }

describe("purchase orders", () => {
  it.scoped("are created with a Location; there and in the list they read as the creation answered", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [proveedor_id, producto_id] = [yield* addSupplier(scene), yield* addProduct(scene)]
      const line = { descripcion: "Resma", cantidad: 12.5, precio: 3.12345678, descuento: 2.5, tipo_iva: 4, clase: "service", unidad: "caja" }
      const given = { proveedor_id, lineas: [{ producto_id, ...line }, { producto_id: null, ...line }], fecha: "2026-11-01", notas: "n" }
      const created = yield* post("/pedidos-compra", given)
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/pedidos-compra/${id}`)
      assert.deepStrictEqual(created.json, { ...given, id, estado: "ordered", creado: "2026-11-20T10:00:00.000Z" })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      const only = { datos: [created.json], total: 1, limite: 50, siguiente: null }
      assert.deepStrictEqual((yield* get("/pedidos-compra")).json, only)
    }))

  it.scoped("need a supplier and a line; everything else may be null", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [proveedor_id, producto_id] = [yield* addSupplier(scene), yield* addProduct(scene)]
      const nothing = { descripcion: null, cantidad: null, precio: null, descuento: null, tipo_iva: null, clase: null, unidad: null }
      for (const rest of [{ lineas: [{ producto_id }] }, { lineas: [{ producto_id, ...nothing }], fecha: null, notas: null }]) {
        const created = yield* scene.post("/pedidos-compra", { proveedor_id, ...rest })
        assert.deepStrictEqual(created.json, {
          id: idOf(created), proveedor_id, fecha: "2026-11-20", notas: null, estado: "ordered",
          lineas: [{
            producto_id, descripcion: "Papel A4", cantidad: 1, precio: 0, descuento: 0, tipo_iva: 10, clase: "goods", unidad: "ud",
          }],
          creado: "2026-11-20T10:00:00.000Z",
        })
      }
    }))

  it.scoped("can be created as already received, and raise stock once", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [proveedor_id, producto_id] = [yield* addSupplier(scene), yield* addProduct(scene)]
      const body = { proveedor_id, lineas: [{ producto_id, cantidad: 4 }], estado: "received" }
      const created = yield* post("/pedidos-compra", body, "once")
      const again = yield* post("/pedidos-compra", body, "once")
      assert.deepStrictEqual([created.status, again.status, again.text], [201, 201, created.text])
      assert.deepInclude(created.json, { estado: "received" })
      const id = idOf(created)
      assert.deepStrictEqual((yield* get(`/pedidos-compra/${id}`)).json, created.json)
      assert.strictEqual(yield* stockOf(scene, producto_id), 7)
      assert.strictEqual((yield* patch(scene, id, { estado: "received" })).status, 200)
      assert.strictEqual(yield* stockOf(scene, producto_id), 7)
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { estado: "cancelled" })), conflict("pedido_recibido"))
      const cancelled = yield* post("/pedidos-compra", { ...body, estado: "cancelled" })
      assert.deepInclude(cancelled.json, { estado: "cancelled" })
      assert.strictEqual(yield* stockOf(scene, producto_id), 7)
    }))

  it.scoped("are refused with everything that is wrong with them", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const proveedor_id = yield* addSupplier(scene)
      const customer = yield* addSupplier(scene, { tipo: "customer" })
      const { live } = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
      const foreign = idOf(yield* scene.request("POST", "/contactos", { key: live, body: { nombre: "X", tipo: "supplier" } }))
      const foreignProduct = idOf(yield* scene.request("POST", "/productos", { key: live, body: { nombre: "X" } }))
      const lineas = [text]
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [undefined, ["proveedor_id", "lineas"]],
        [{ proveedor_id: null, lineas: null }, ["proveedor_id", "lineas"]],
        [{ proveedor_id: "", lineas: [] }, ["proveedor_id", "lineas"]],
        [{ proveedor_id: customer, lineas }, ["proveedor_id"]],
        [{ proveedor_id: foreign, lineas: [text, { producto_id: foreignProduct }, { producto_id: "nada" }] },
          ["proveedor_id", "lineas[1].producto_id", "lineas[2].producto_id"]],
        [{ proveedor_id, lineas: [{}] }, ["lineas[0].descripcion"]],
        [{ proveedor_id, lineas: [{ producto_id: "", descripcion: null }] }, ["lineas[0].descripcion"]],
        // Mistakes within the body come before those that only the stored rows show.
        [{ proveedor_id: "nada", lineas, fecha: "2026-01-01T99:00Z" }, ["fecha"]],
        [{ proveedor_id, lineas, estado: "sent", proveedor: "x", total: 1 }, ["estado", "proveedor", "total"]],
        [{ proveedor_id: "p".repeat(41), lineas: Array.from({ length: 501 }, () => text), fecha: "hoy", notas: "n".repeat(5001) },
          ["proveedor_id", "lineas", "fecha", "notas"]],
        [{ proveedor_id, lineas: [
          { producto_id: "p".repeat(65), descripcion: "d".repeat(1001), cantidad: 0, precio: -1, descuento: 101, tipo_iva: -1, clase: "x", unidad: "u".repeat(21), base: 1 },
          { ...text, cantidad: 0.0000001, precio: 1e9, descuento: "5" },
          { ...text, descripcion: " ", cantidad: -1 },
        ] }, [
          ...["producto_id", "descripcion", "cantidad", "precio", "descuento", "tipo_iva", "clase", "unidad", "base"].map((field) => `lineas[0].${field}`),
          ...["cantidad", "precio", "descuento"].map((field) => `lineas[1].${field}`),
          "lineas[2].descripcion", "lineas[2].cantidad",
        ]],
      ]
      for (const [body, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* scene.post("/pedidos-compra", body))], [...campos])
      }
      assert.strictEqual(pageOf(yield* scene.get("/pedidos-compra")).total, 0)
    }))

  it.scoped("are patched property by property; a patch that changes nothing does not count as a change", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const proveedor_id = yield* addSupplier(scene)
      const created = yield* post("/pedidos-compra", { proveedor_id, lineas: [text], notas: "n" })
      const id = idOf(created)
      const later = idOf(yield* post("/pedidos-compra", { proveedor_id, lineas: [text] }))
      const byChange = Effect.map(get("/pedidos-compra?orden=modificado"), (answer) => pageOf(answer).ids)

      const { creado: _, id: __, ...shown } = Object(created.json)
      for (const body of [{}, { estado: "ordered" }, { fecha: "2026-11-20T12:00:00Z" }, shown]) {
        const same = yield* patch(scene, id, body)
        assert.deepStrictEqual([same.status, same.json], [200, created.json])
      }
      assert.deepStrictEqual(yield* byChange, [later, id])

      const lineas = [{ descripcion: "Papel", cantidad: 2, clase: "service", unidad: "h" }]
      const changed = yield* patch(scene, id, { lineas, fecha: "2026-12-01", notas: null })
      const line = { producto_id: null, precio: 0, descuento: 0, tipo_iva: 21, ...lineas[0] }
      assert.deepStrictEqual(changed.json, { ...Object(created.json), lineas: [line], fecha: "2026-12-01", notas: null })
      assert.deepStrictEqual((yield* get(`/pedidos-compra/${id}`)).json, changed.json)
      assert.deepStrictEqual(yield* byChange, [id, later])

      const wrong = { proveedor_id: null, lineas: [], estado: "lost", creado: "x" }
      assert.sameMembers([...camposOf(yield* patch(scene, id, wrong))], ["proveedor_id", "lineas", "estado", "creado"])
      const absent = yield* patch(scene, id, { proveedor_id: "nada", lineas: [{ producto_id: "nada" }], estado: "received" })
      assert.sameMembers([...camposOf(absent)], ["proveedor_id", "lineas[0].producto_id"])
      assert.deepInclude((yield* get(`/pedidos-compra/${id}`)).json, { estado: "ordered", lineas: [line] })
    }))

  it.scoped("raise stock when they are received, after which only their notes can change", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live: key, post, request } = scene
      const proveedor_id = yield* addSupplier(scene)
      const [paper, pens] = [yield* addProduct(scene), yield* addProduct(scene, { stock: -5 })]
      const service = yield* addProduct(scene, { clase: "service" })
      const lineas = [{ producto_id: paper, cantidad: 10 }, text, { producto_id: service, cantidad: 7 }]
      const id = idOf(yield* post("/pedidos-compra", { proveedor_id, lineas }))
      assert.strictEqual(yield* stockOf(scene, paper), 3)

      // The lines of this patch count, not those that they replace.
      const given = {
        lineas: [{ producto_id: pens, cantidad: 0.6 }, { producto_id: paper, cantidad: 2 }, { producto_id: pens, cantidad: 4 }],
      }
      const received = yield* patch(scene, id, { ...given, estado: "received" })
      assert.deepStrictEqual([received.status, Object(received.json).estado], [200, "received"])
      assert.deepStrictEqual(yield* Effect.forEach([paper, pens, service], (one) => stockOf(scene, one)), [5, 0, 3])
      assert.deepStrictEqual(pageOf(yield* get("/productos?orden=modificado")).ids, [paper, pens, service])

      const again = yield* patch(scene, id, { estado: "received" })
      assert.deepStrictEqual([again.status, again.json], [200, received.json])
      assert.strictEqual(yield* stockOf(scene, paper), 5)
      for (const body of [
        { estado: "ordered" }, { estado: "cancelled" }, { estado: "received", ...given }, { fecha: null },
        { notas: "x", proveedor_id },
      ]) {
        assert.deepStrictEqual(errorOf(yield* patch(scene, id, body)), conflict("pedido_recibido"))
      }
      assert.deepStrictEqual(errorOf(yield* request("DELETE", `/pedidos-compra/${id}`, { key })), conflict("pedido_recibido"))
      const noted = yield* patch(scene, id, { notas: "llegó", estado: "received" })
      assert.deepStrictEqual(noted.json, { ...Object(received.json), notas: "llegó" })
      assert.deepStrictEqual(yield* Effect.forEach([paper, pens], (one) => stockOf(scene, one)), [5, 0])
    }))

  it.scoped("raise no stock when they are cancelled, after which only their notes can change and they can be deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live: key, post, request } = scene
      const [proveedor_id, producto_id] = [yield* addSupplier(scene), yield* addProduct(scene)]
      const id = idOf(yield* post("/pedidos-compra", { proveedor_id, lineas: [{ producto_id }] }))
      assert.deepInclude((yield* patch(scene, id, { estado: "cancelled" })).json, { estado: "cancelled" })
      for (const body of [{ estado: "received" }, { estado: "ordered" }, { lineas: [text] }]) {
        assert.deepStrictEqual(errorOf(yield* patch(scene, id, body)), conflict("pedido_cancelado"))
      }
      assert.deepInclude((yield* patch(scene, id, { notas: "x", estado: "cancelled" })).json, { notas: "x" })
      assert.strictEqual(yield* stockOf(scene, producto_id), 3)
      assert.strictEqual((yield* request("DELETE", `/pedidos-compra/${id}`, { key })).status, 204)
    }))

  it.scoped("stay ordered when the stock would get more than 12 digits", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const proveedor_id = yield* addSupplier(scene)
      const [free, full] = [yield* addProduct(scene), yield* addProduct(scene, { stock: 999_999_999_999 })]
      const lineas = [{ producto_id: free }, { producto_id: full }]
      const id = idOf(yield* scene.post("/pedidos-compra", { proveedor_id, lineas }))
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { estado: "received" })), conflict("stock_fuera_de_limites"))
      assert.deepInclude((yield* scene.get(`/pedidos-compra/${id}`)).json, { estado: "ordered" })
      assert.strictEqual(yield* stockOf(scene, free), 3)
    }))

  it.scoped("raise stock once, even if several requests receive them at the same time, with and without an Idempotency-Key", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [proveedor_id, producto_id] = [yield* addSupplier(scene), yield* addProduct(scene)]
      const id = idOf(yield* scene.post("/pedidos-compra", { proveedor_id, lineas: [{ producto_id, cantidad: 4 }] }))
      const receipts = Array.from({ length: 12 }, (_, i) =>
        patch(scene, id, { estado: "received" }, i % 3 === 0 ? undefined : `recibir ${i % 3}`))
      const answers = yield* Effect.all(receipts, { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status), Array(12).fill(200))
      assert.strictEqual(new Set(answers.map((answer) => answer.text)).size, 1)
      assert.lengthOf(answers.filter(({ headers }) => headers["idempotency-replayed"] === "true"), 6)
      assert.strictEqual(yield* stockOf(scene, producto_id), 7)

      // Under its key the answer is repeated, whatever has become of the product, and the goods do not arrive twice.
      yield* scene.request("PATCH", `/productos/${producto_id}`, { key: scene.live, body: { stock: 0 } })
      const replay = yield* patch(scene, id, { estado: "received" }, "recibir 1")
      assert.deepStrictEqual([replay.headers["idempotency-replayed"], replay.text], ["true", answers[0]?.text])
      assert.deepStrictEqual(
        errorOf(yield* patch(scene, id, { estado: "cancelled" }, "recibir 1")),
        conflict("clave_reutilizada"),
      )
      assert.strictEqual(yield* stockOf(scene, producto_id), 0)
    }))

  it.scoped("are either received or cancelled when both are requested at the same time", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [proveedor_id, producto_id] = [yield* addSupplier(scene), yield* addProduct(scene)]
      const id = idOf(yield* scene.post("/pedidos-compra", { proveedor_id, lineas: [{ producto_id }] }))
      const asked = ["received", "cancelled"].map((estado) => patch(scene, id, { estado }))
      const statuses = (yield* Effect.all(asked, { concurrency: "unbounded" })).map(({ status }) => status)
      assert.sameMembers(statuses, [200, 409])
      const { estado } = Object((yield* scene.get(`/pedidos-compra/${id}`)).json)
      assert.strictEqual(yield* stockOf(scene, producto_id), estado === "received" ? 4 : 3)
    }))

  it.scoped("keep naming a supplier and products that were deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live: key, post, request } = scene
      const [proveedor_id, producto_id] = [yield* addSupplier(scene), yield* addProduct(scene)]
      const created = yield* post("/pedidos-compra", { proveedor_id, lineas: [{ producto_id, cantidad: 2 }] })
      const id = idOf(created)
      for (const path of [`/contactos/${proveedor_id}`, `/productos/${producto_id}`]) {
        assert.strictEqual((yield* request("DELETE", path, { key })).status, 204)
      }
      assert.deepStrictEqual((yield* scene.get(`/pedidos-compra/${id}`)).json, created.json)
      assert.deepStrictEqual(pageOf(yield* scene.get(`/pedidos-compra?proveedor_id=${proveedor_id}`)).ids, [id])
      const received = yield* patch(scene, id, { estado: "received" })
      assert.deepStrictEqual([received.status, received.json], [200, { ...Object(created.json), estado: "received" }])
    }))

  it.scoped("are gone once they are deleted; those of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const body = { proveedor_id: yield* addSupplier(scene), lineas: [text] }
      const [id, other] = [idOf(yield* post("/pedidos-compra", body)), idOf(yield* post("/pedidos-compra", body))]
      yield* isDeletedAlone(scene, "/pedidos-compra", id, other)
    }))

  it.scoped("need their scopes; the one to write does not allow reading", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const order = { proveedor_id: yield* addSupplier(scene), lineas: [text] }
      const id = idOf(yield* scene.post("/pedidos-compra", order))
      yield* needTheirScopes(scene, [
        ["GET", "/pedidos-compra", "purchases:read", 200],
        ["GET", `/pedidos-compra/${id}`, "purchases:read", 200],
        ["POST", "/pedidos-compra", "purchases:write", 201, order],
        ["PATCH", `/pedidos-compra/${id}`, "purchases:write", 200],
        ["DELETE", `/pedidos-compra/${id}`, "purchases:write", 204],
      ])
    }))
})

describe("the list of purchase orders", () => {
  it.scoped("can be filtered by state, supplier and day, page by page in every order", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [north, sun] = [yield* addSupplier(scene), yield* addSupplier(scene, { nombre: "Ferretería Sol" })]
      // An expense of the same supplier is in another list.
      yield* post("/gastos", { base: 1, proveedor_id: north })
      const add = (body: object) => Effect.map(post("/pedidos-compra", { lineas: [text], ...body }), idOf)
      const a = yield* add({ proveedor_id: north, fecha: "2026-01-31" })
      const b = yield* add({ proveedor_id: sun, fecha: "2026-02-01" })
      const c = yield* add({ proveedor_id: north, fecha: "2026-02-28" })
      const d = yield* add({ proveedor_id: sun, fecha: "2026-03-01T00:30:00+01:00" })
      yield* patch(scene, c, { estado: "cancelled" })
      yield* patch(scene, b, { estado: "received" })

      const expected: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["", [a, b, c, d]],
        [`proveedor_id=${north}`, [a, c]],
        ["proveedor_id=nada", []],
        ["estado=ordered", [a, d]],
        ["estado=received", [b]],
        ["estado=cancelled", [c]],
        ["fecha_desde=2026-02-01&fecha_hasta=2026-02-28", [b, c]],
        ["fecha_desde=2026-03-01", [d]],
        [`proveedor_id=${north}&fecha_hasta=2026-02-01`, [a]],
        [`proveedor_id=${sun}&estado=ordered&fecha_desde=2026-01-01`, [d]],
      ]
      for (const [query, ids] of expected) {
        for (const [orden, sorted] of [["antiguo", ids], ["reciente", ids.toReversed()]] as const) {
          const page = pageOf(yield* get(`/pedidos-compra?orden=${orden}&${query}`))
          assert.deepStrictEqual([page.ids, page.total], [sorted, ids.length], query)
        }
      }
      assert.deepStrictEqual(pageOf(yield* get("/pedidos-compra?orden=modificado")).ids, [b, c, d, a])
      const first = pageOf(yield* get("/pedidos-compra?estado=ordered&limite=1"))
      assert.deepStrictEqual([first.ids, first.total], [[d], 2])
      const second = pageOf(yield* get(first.siguiente ?? ""))
      assert.deepStrictEqual([second.ids, second.total, second.siguiente], [[a], 2, null])
    }))

  it.scoped("names filters that are unknown or malformed", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const query = "estado=x&proveedor_id=&fecha_desde=1&fecha_hasta=2026-13-01&buscar=a&limite=0"
      const wrong = ["estado", "proveedor_id", "fecha_desde", "fecha_hasta", "buscar", "limite"]
      assert.sameMembers([...camposOf(yield* get(`/pedidos-compra?${query}`))], wrong)
    }))
})
