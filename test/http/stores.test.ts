import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isDeletedAlone } from "./deletedAlone.ts"
import { needTheirScopes } from "./neededScopes.ts"
import { camposOf, conflict, errorOf, idOf, invoiceOf, makeScene, pageOf, type Scene, simpleDraft } from "./scene.ts"

const order = { referencia_externa: "1001", ...simpleDraft }

const addStore = ({ post }: Scene, nombre = "Sol") =>
  Effect.map(post("/tiendas", { nombre, plataforma: "woocommerce" }), idOf)

describe("stores", () => {
  it.scoped("are connected with a Location; there and in the list they read as the connection answered", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const given = { nombre: "Tienda «Sol»", plataforma: "prestashop" }
      const created = yield* post("/tiendas", given)
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/tiendas/${id}`)
      assert.deepStrictEqual(created.json, { id, ...given, estado: "active", creado: "2026-11-20T10:00:00.000Z" })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      const only = { datos: [created.json], total: 1, limite: 50, siguiente: null }
      assert.deepStrictEqual((yield* get("/tiendas")).json, only)
    }))

  it.scoped("are refused with every failing field", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live: key, post, request } = scene
      assert.deepStrictEqual(camposOf(yield* post("/tiendas", {})), ["nombre", "plataforma"])
      const wrong = { nombre: "", plataforma: 7, estado: "open", id: "x" }
      assert.sameMembers([...camposOf(yield* post("/tiendas", wrong))], Object.keys(wrong))
      const id = yield* addStore(scene)
      const body = { nombre: null, plataforma: "x".repeat(61), estado: null }
      assert.sameMembers([...camposOf(yield* request("PATCH", `/tiendas/${id}`, { key, body }))], Object.keys(body))
    }))

  it.scoped("can be changed, paused and resumed, even repeatedly", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live: key, post, request } = scene
      const id = yield* addStore(scene)
      const patched = yield* request("PATCH", `/tiendas/${id}`, { key, body: { nombre: "Luna" } })
      assert.deepInclude(patched.json, { nombre: "Luna", plataforma: "woocommerce", estado: "active" })
      for (const [action, estado] of [
        ["pausar", "paused"], ["pausar", "paused"], ["reanudar", "active"], ["reanudar", "active"],
      ]) {
        const { json, status } = yield* post(`/tiendas/${id}/${action}`)
        assert.strictEqual(status, 200)
        assert.deepInclude(json, { id, nombre: "Luna", estado })
        assert.deepStrictEqual((yield* get(`/tiendas/${id}`)).json, json)
      }
    }))

  it.scoped("can be connected as paused, and paused and resumed by a patch", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live: key, post, request } = scene
      const created = yield* post("/tiendas", { nombre: "Sol", plataforma: "shopify", estado: "paused" })
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.deepInclude(created.json, { estado: "paused" })
      const imports = Effect.map(post(`/tiendas/${id}/pedidos`, order), ({ status }) => status)
      assert.strictEqual(yield* imports, 409)
      const becomes = (estado: string) =>
        Effect.gen(function*() {
          const { json, status } = yield* request("PATCH", `/tiendas/${id}`, { key, body: { estado } })
          assert.strictEqual(status, 200)
          assert.deepInclude(json, { id, nombre: "Sol", estado })
          assert.deepStrictEqual((yield* get(`/tiendas/${id}`)).json, json)
          assert.deepStrictEqual(pageOf(yield* get(`/tiendas?estado=${estado}`)).ids, [id])
        })
      yield* becomes("active")
      assert.strictEqual(yield* imports, 201)
      yield* becomes("paused")
      assert.deepStrictEqual(
        errorOf(yield* post(`/tiendas/${id}/pedidos`, { ...order, referencia_externa: "1002" })),
        conflict("tienda_pausada"),
      )
    }))

  it.scoped("are gone once they are deleted, while their invoices stay; those of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [id, other] = [yield* addStore(scene), yield* addStore(scene, "Luna")]
      const invoice = idOf(yield* post(`/tiendas/${id}/pedidos`, order))
      yield* isDeletedAlone(scene, "/tiendas", id, other, [["/pausar"], ["/reanudar"], ["/pedidos", order]])
      assert.strictEqual((yield* get(`/facturas/${invoice}`)).status, 200)
    }))

  it.scoped("need their scopes; the one to write does not allow reading", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* addStore(scene)
      yield* needTheirScopes(scene, [
        ["GET", "/tiendas", "stores:read", 200],
        ["GET", `/tiendas/${id}`, "stores:read", 200],
        ["POST", "/tiendas", "stores:write", 201, { nombre: "B", plataforma: "x" }],
        ["PATCH", `/tiendas/${id}`, "stores:write", 200, {}],
        ["POST", `/tiendas/${id}/pedidos`, "stores:write", 201, order],
        ["POST", `/tiendas/${id}/pausar`, "stores:write", 200],
        ["POST", `/tiendas/${id}/reanudar`, "stores:write", 200],
        ["DELETE", `/tiendas/${id}`, "stores:write", 204],
      ])
    }))
})

describe("the orders of a store", () => {
  it.scoped("become drafts, with the Location of the invoice, which is issued like any other", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const id = yield* addStore(scene)
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Ana", nif: "12345678Z" }))
      const body = {
        referencia_externa: "PED-7/ñ", contacto_id, serie: "WEB", fecha_emision: "2026-11-19", notas: "Gracias",
        precios_con_iva: true, forma_pago: "card", etiquetas: ["web"], divisa: "USD", tipo_cambio: 0.9,
        fecha_vencimiento: "2026-12-24", suplidos: 3.5,
        lineas: [{ descripcion: "Taza", cantidad: 2, precio: 12.1 }],
      }
      const imported = yield* post(`/tiendas/${id}/pedidos`, body)
      const invoice = invoiceOf(imported)
      assert.strictEqual(imported.status, 201)
      assert.strictEqual(imported.headers["location"], `http://talonario.test/api/v1/facturas/${invoice.id}`)
      assert.deepInclude(invoice, {
        estado: "draft", tipo_documento: "invoice", serie: "WEB", fecha_emision: "2026-11-19", notas: "Gracias", total: 27.7,
        forma_pago: "card", etiquetas: ["web"], divisa: "USD", tipo_cambio: 0.9, fecha_vencimiento: "2026-12-24", suplidos: 3.5,
      })
      assert.strictEqual(invoice.contacto?.id, contacto_id)
      assert.deepStrictEqual((yield* get(imported.headers["location"] ?? "")).json, imported.json)

      const issued = yield* post(`/facturas/${invoice.id}/emitir`)
      assert.strictEqual(invoiceOf(issued).referencia, "WEB-1")
      const again = yield* post(`/tiendas/${id}/pedidos`, body)
      assert.deepStrictEqual([again.status, again.json, again.headers["location"]], [200, issued.json, undefined])
      assert.strictEqual(pageOf(yield* get("/facturas")).total, 1)
    }))

  it.scoped("are imported once, whatever the access key and the Idempotency-Key", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, openKey, organizationId, post, request, test } = scene
      const id = yield* addStore(scene)
      const path = `/tiendas/${id}/pedidos`
      const first = yield* post(path, order, "one")
      assert.strictEqual(first.status, 201)
      const replayed = yield* post(path, order, "one")
      assert.deepStrictEqual([replayed.status, replayed.text], [201, first.text])
      const another = yield* openKey(organizationId, "live", ["stores:write"])
      const answers = [
        yield* post(path, order, "two"),
        yield* post(path, { ...order, contacto_id: "nada", lineas: [{ descripcion: "Otra", precio: 99 }] }),
        yield* request("POST", path, { key: test, body: order }),
        yield* request("POST", path, { key: another, body: order }),
      ]
      for (const { json, status } of answers) assert.deepStrictEqual([status, json], [200, first.json])
      assert.strictEqual(pageOf(yield* get("/facturas")).total, 1)
      // The body itself is checked all the same.
      assert.deepStrictEqual(camposOf(yield* post(path, { ...order, lineas: [] })), ["lineas"])
    }))

  it.scoped("are imported once, even if several requests import them at the same time", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const id = yield* addStore(scene)
      const contacts = yield* Effect.forEach(["Ana", "Eva"], (nombre) => Effect.map(post("/contactos", { nombre }), idOf))
      const imports = Array.from({ length: 10 }, (_, i) =>
        post(`/tiendas/${id}/pedidos`, { ...order, contacto_id: contacts[i % 2] }, ...(i % 3 === 0 ? [`key ${i}`] : [])))
      const answers = yield* Effect.all(imports, { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [...Array(9).fill(200), 201])
      const [first] = answers
      for (const { json } of answers) assert.deepStrictEqual(json, first?.json)
      assert.strictEqual(pageOf(yield* get("/facturas")).total, 1)
    }))

  it.scoped("are told apart by store", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const ids = [yield* addStore(scene), yield* addStore(scene, "Luna")]
      const answers = yield* Effect.forEach(ids, (id) => scene.post(`/tiendas/${id}/pedidos`, order))
      assert.deepStrictEqual(answers.map(({ status }) => status), [201, 201])
      assert.lengthOf(new Set(answers.map(idOf)), 2)
    }))

  it.scoped("are refused like drafts, with everything that fails", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const path = `/tiendas/${yield* addStore(scene)}/pedidos`
      assert.deepStrictEqual(camposOf(yield* post(path, {})), ["referencia_externa", "lineas"])
      const wrong = {
        referencia_externa: "", contacto_id: 1, serie: "con espacios", fecha_emision: "ayer", notas: 7, precios_con_iva: "no",
        divisa: "X", tipo_cambio: -1, forma_pago: "trueque", etiquetas: "web", notas_internas: 7, estado: "draft",
      }
      const campos = camposOf(yield* post(path, { ...wrong, lineas: [{ precio: "x" }, {}] }))
      assert.includeMembers([...campos], [
        ...Object.keys(wrong), "lineas[0].precio", "lineas[1].descripcion", "lineas[1].precio",
      ])
      const named = { ...order, contacto_id: "nada", lineas: [{ producto_id: "nada" }] }
      assert.deepStrictEqual(camposOf(yield* post(path, named)), ["contacto_id", "lineas[0].producto_id"])
      assert.strictEqual(pageOf(yield* get("/facturas")).total, 0)
      assert.strictEqual((yield* post(path, order)).status, 201)
    }))

  it.scoped("are refused while the store is paused, except those imported before", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const id = yield* addStore(scene)
      const path = `/tiendas/${id}/pedidos`
      const imported = yield* post(path, order)
      yield* post(`/tiendas/${id}/pausar`)
      assert.deepStrictEqual(errorOf(yield* post(path, { ...order, referencia_externa: "1002" })), conflict("tienda_pausada"))
      const again = yield* post(path, order)
      assert.deepStrictEqual([again.status, again.json], [200, imported.json])
      assert.strictEqual(pageOf(yield* get("/facturas")).total, 1)
      yield* post(`/tiendas/${id}/reanudar`)
      assert.strictEqual((yield* post(path, { ...order, referencia_externa: "1002" })).status, 201)
    }))

  it.scoped("are not imported again when their draft was deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live: key, post, request } = scene
      const path = `/tiendas/${yield* addStore(scene)}/pedidos`
      const invoice = idOf(yield* post(path, order))
      assert.strictEqual((yield* request("DELETE", `/facturas/${invoice}`, { key })).status, 204)
      assert.deepStrictEqual(errorOf(yield* post(path, order)), conflict("pedido_importado"))
    }))
})

describe("the list of stores", () => {
  it.scoped("can be filtered by state, page by page in every order, and names wrong filters", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [a, b, c] = [yield* addStore(scene), yield* addStore(scene), yield* addStore(scene)]
      yield* post(`/tiendas/${b}/pausar`)
      yield* post(`/tiendas/${a}/pausar`)
      for (const [query, ids] of [["", [a, b, c]], ["estado=paused", [a, b]], ["estado=active", [c]]] as const) {
        const page = pageOf(yield* get(`/tiendas?orden=antiguo&${query}`))
        assert.deepStrictEqual([page.ids, page.total], [ids, ids.length], query)
      }
      for (const [orden, ids] of [["antiguo", [a, b]], ["reciente", [b, a]], ["modificado", [a, b]]] as const) {
        const first = pageOf(yield* get(`/tiendas?estado=paused&limite=1&orden=${orden}`))
        const second = pageOf(yield* get(first.siguiente ?? ""))
        assert.deepStrictEqual([first.ids, second.ids, second.siguiente], [[ids[0]], [ids[1]], null], orden)
      }
      assert.sameMembers([...camposOf(yield* get("/tiendas?estado=x&nombre=x"))], ["estado", "nombre"])
    }))
})
