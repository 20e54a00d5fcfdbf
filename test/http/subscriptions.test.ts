import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isDeletedAlone } from "./deletedAlone.ts"
import { needTheirScopes } from "./neededScopes.ts"
import { camposOf, conflict, errorOf, idOf, makeScene, pageOf, type Scene } from "./scene.ts"

const addContact = ({ post }: Scene, given: object = {}) => Effect.map(post("/contactos", { nombre: "Ana SL", ...given }), idOf)

const lineas = [{ descripcion: "Cuota", precio: 30 }]

const usual = (contacto_id: string) => ({ contacto_id, nombre: "Mantenimiento", periodicidad: "monthly", lineas })

const patch = ({ live: key, request }: Scene, id: string, body: unknown) =>
  request("PATCH", `/suscripciones/${id}`, { key, body })

describe("subscriptions", () => {
  it.scoped("are created with a Location; there and in the list they read as the creation answered", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const given = {
        contacto_id: yield* addContact(scene), nombre: "Hosting", periodicidad: "quarterly", inicio: "2027-01-31",
        fin: "2028-12-31",
        serie: "H", precios_con_iva: true, emitir: true,
      }
      const line = {
        producto_id: null, descripcion: "Cuota", cantidad: 2.5, precio: 12.34567891, descuento: 5, tipo_iva: 10,
        clase: "service", unidad: "mes",
      }
      const created = yield* post("/suscripciones", { ...given, lineas: [line] })
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/suscripciones/${id}`)
      assert.deepStrictEqual(created.json, {
        ...given, id, lineas: [line], estado: "active", proxima: "2027-01-31", creado: "2026-11-20T10:00:00.000Z",
      })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      const only = { datos: [created.json], total: 1, limite: 50, siguiente: null }
      assert.deepStrictEqual((yield* get("/suscripciones")).json, only)
    }))

  it.scoped("need a contact, a name, a period and a line; everything else may be null", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const needed = usual(yield* addContact(scene))
      const nothing = { producto_id: null, cantidad: null, descuento: null, tipo_iva: null, clase: null, unidad: null }
      const defaults = { inicio: null, fin: null, serie: null, precios_con_iva: null, emitir: null }
      for (const body of [needed, { ...needed, ...defaults, lineas: [{ ...lineas[0], ...nothing }] }]) {
        const created = yield* scene.post("/suscripciones", body)
        assert.deepStrictEqual(created.json, {
          ...needed, id: idOf(created), inicio: "2026-11-20", fin: null, serie: null, lineas: [{ ...nothing, ...lineas[0] }],
          precios_con_iva: false, emitir: false, estado: "active", proxima: "2026-11-20", creado: "2026-11-20T10:00:00.000Z",
        })
      }
    }))

  it.scoped("can be created as paused or cancelled", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const body = usual(yield* addContact(scene))
      const [paused, cancelled] = [
        yield* post("/suscripciones", { ...body, inicio: "2026-09-30", estado: "paused" }),
        yield* post("/suscripciones", { ...body, estado: "cancelled" }),
      ]
      assert.deepStrictEqual([paused.status, cancelled.status], [201, 201])
      assert.deepInclude(paused.json, { estado: "paused", proxima: "2026-09-30" })
      assert.deepInclude(cancelled.json, { estado: "cancelled", proxima: null })
      yield* scene.workOff
      assert.strictEqual(pageOf(yield* get("/facturas")).total, 0)
      for (const { json } of [paused, cancelled]) {
        assert.deepStrictEqual((yield* get(`/suscripciones/${Object(json).id}`)).json, json)
      }
      const resumed = yield* patch(scene, idOf(paused), { estado: "active" })
      assert.deepInclude(resumed.json, { estado: "active", proxima: "2026-11-30" })
      yield* scene.workOff
      assert.strictEqual(pageOf(yield* get("/facturas")).total, 0)
      const again = yield* patch(scene, idOf(cancelled), { estado: "active" })
      assert.deepStrictEqual(errorOf(again), conflict("suscripcion_cancelada"))
    }))

  it.scoped("are refused with everything that is wrong with them", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const body = usual(yield* addContact(scene))
      const { live } = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
      const foreign = idOf(yield* scene.request("POST", "/contactos", { key: live, body: { nombre: "X" } }))
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [undefined, ["contacto_id", "nombre", "periodicidad", "lineas"]],
        [{ contacto_id: null, nombre: null, periodicidad: null, lineas: null },
          ["contacto_id", "nombre", "periodicidad", "lineas"]],
        [{ ...body, contacto_id: "" }, ["contacto_id"]],
        [{ ...body, contacto_id: foreign }, ["contacto_id"]],
        [{ ...body, lineas: [] }, ["lineas"]],
        [{ ...body, lineas: Array(501).fill(lineas[0]) }, ["lineas"]],
        [{ ...body, lineas: [...lineas, { descripcion: "x" }, {}] },
          ["lineas[1].precio", "lineas[2].descripcion", "lineas[2].precio"]],
        [{ ...body, lineas: [{ producto_id: "nada" }], contacto_id: "nadie", inicio: "2020-01-01", fin: "2019-01-01" },
          ["lineas[0].producto_id", "contacto_id", "inicio", "fin"]],
        [{ ...body, lineas: [{ ...lineas[0], cantidad: 1e8, precio: 1e8 }] }, ["lineas"]],
        [{ ...body, fin: "2026-11-19" }, ["fin"]],
        [{ ...body, inicio: "2036-11-21" }, ["inicio"]],
        [{ ...body, inicio: "2022-11-19" }, ["inicio"]],
        [{ ...body, estado: null, proxima: "2027-01-01" }, ["estado", "proxima"]],
        [{ contacto_id: "c".repeat(65), nombre: "n".repeat(121), periodicidad: "daily", inicio: "hoy", fin: "2026-13-01", serie: "ñ",
          lineas: "x", precios_con_iva: "no", emitir: 1 },
          ["contacto_id", "nombre", "periodicidad", "inicio", "fin", "serie", "lineas", "precios_con_iva", "emitir"]],
      ]
      for (const [body, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* scene.post("/suscripciones", body))], [...campos])
      }
      assert.strictEqual(pageOf(yield* scene.get("/suscripciones")).total, 0)
    }))

  it.scoped("are patched property by property; a patch that changes nothing does not count as a change", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const body = usual(yield* addContact(scene))
      const created = yield* post("/suscripciones", { ...body, serie: "H", inicio: "2027-01-31" })
      const id = idOf(created)
      const later = idOf(yield* post("/suscripciones", body))
      const byChange = Effect.map(get("/suscripciones?orden=modificado"), (answer) => pageOf(answer).ids)
      for (const body of [{}, { serie: "H", lineas, inicio: "2027-01-31", estado: "active" }]) {
        const same = yield* patch(scene, id, body)
        assert.deepStrictEqual([same.status, same.json], [200, created.json])
      }
      assert.deepStrictEqual(yield* byChange, [later, id])
      const changed = yield* patch(scene, id, { nombre: "Otra", serie: null, periodicidad: "yearly", estado: "paused" })
      assert.deepInclude(changed.json, { nombre: "Otra", serie: null, periodicidad: "yearly", estado: "paused" })
      assert.deepStrictEqual((yield* get(`/suscripciones/${id}`)).json, changed.json)
      assert.deepStrictEqual(yield* byChange, [id, later])
      const wrong = { nombre: null, contacto_id: null, periodicidad: null, lineas: null, estado: null, proxima: null }
      assert.sameMembers([...camposOf(yield* patch(scene, id, wrong))], Object.keys(wrong))
      assert.deepStrictEqual(
        [...camposOf(yield* patch(scene, id, { lineas: [{ producto_id: "nada" }] }))],
        ["lineas[0].producto_id"],
      )
    }))

  it.scoped("cannot change their start once they are invoiced, nor anything once they are cancelled", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = idOf(yield* scene.post("/suscripciones", usual(yield* addContact(scene))))
      assert.strictEqual((yield* patch(scene, id, { periodicidad: "weekly" })).status, 200)
      yield* scene.workOff
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { periodicidad: "monthly" })), conflict("suscripcion_facturada"))
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { inicio: "2027-01-01" })), conflict("suscripcion_facturada"))
      assert.deepInclude((yield* patch(scene, id, { estado: "cancelled" })).json, { estado: "cancelled", proxima: null })
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { estado: "active" })), conflict("suscripcion_cancelada"))
      assert.strictEqual(pageOf(yield* scene.get("/facturas")).total, 1)
    }))

  it.scoped("are gone once they are deleted, while their invoices stay; those of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const body = usual(yield* addContact(scene))
      const [id, other] = [idOf(yield* post("/suscripciones", body)), idOf(yield* post("/suscripciones", body))]
      yield* scene.workOff
      yield* isDeletedAlone(scene, "/suscripciones", id, other)
      assert.strictEqual(pageOf(yield* get("/facturas")).total, 2)
    }))

  it.scoped("need their scopes; the one to write does not allow reading", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const body = usual(yield* addContact(scene))
      const id = idOf(yield* scene.post("/suscripciones", body))
      yield* needTheirScopes(scene, [
        ["GET", "/suscripciones", "subscriptions:read", 200],
        ["GET", `/suscripciones/${id}`, "subscriptions:read", 200],
        ["POST", "/suscripciones", "subscriptions:write", 201, body],
        ["PATCH", `/suscripciones/${id}`, "subscriptions:write", 200],
        ["DELETE", `/suscripciones/${id}`, "subscriptions:write", 204],
      ])
    }))
})

describe("the list of subscriptions", () => {
  it.scoped("can be filtered by state and contact, page by page", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [ana, eva] = [yield* addContact(scene), yield* addContact(scene, { nombre: "Eva SL" })]
      const add = (contacto_id: string) => Effect.map(post("/suscripciones", usual(contacto_id)), idOf)
      const [a, b, c, d] = [yield* add(ana), yield* add(eva), yield* add(ana), yield* add(ana)]
      yield* patch(scene, c, { estado: "paused" })
      yield* patch(scene, d, { estado: "cancelled" })
      const expected: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["", [a, b, c, d]],
        ["estado=active", [a, b]],
        ["estado=paused", [c]],
        ["estado=cancelled", [d]],
        [`contacto_id=${ana}`, [a, c, d]],
        [`contacto_id=${ana}&estado=active`, [a]],
        [`contacto_id=${eva}&estado=paused`, []],
        ["contacto_id=nadie", []],
      ]
      for (const [query, ids] of expected) {
        const page = pageOf(yield* get(`/suscripciones?orden=antiguo&${query}`))
        assert.deepStrictEqual([page.ids, page.total], [ids, ids.length], query)
      }
      const first = pageOf(yield* get("/suscripciones?estado=active&limite=1"))
      assert.deepStrictEqual([first.ids, pageOf(yield* get(first.siguiente ?? "")).ids], [[b], [a]])
      const changed = pageOf(yield* get(`/suscripciones?contacto_id=${ana}&orden=modificado&limite=2`))
      assert.deepStrictEqual([changed.ids, pageOf(yield* get(changed.siguiente ?? "")).ids, changed.total], [[d, c], [a], 3])
    }))

  it.scoped("names filters that are unknown or malformed", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      assert.sameMembers([...camposOf(yield* get("/suscripciones?estado=x&contacto_id=&buscar=a"))], [
        "estado", "contacto_id", "buscar",
      ])
    }))
})
