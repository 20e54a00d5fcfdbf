import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { anError, camposOf, conflict, errorOf, idOf, invoiceOf, makeScene, pageOf, type Scene, simpleDraft } from "./scene.ts"

const patch = ({ live: key, request }: Scene, id: string, body: unknown, headers = {}) =>
  request("PATCH", `/facturas/${id}`, { key, body, headers })

const remove = ({ live: key, request }: Scene, id: string, headers = {}) =>
  request("DELETE", `/facturas/${id}`, { key, headers })

const draftIn = ({ post }: Scene, body: object = {}) => Effect.map(post("/facturas", { ...simpleDraft, ...body }), idOf)

describe("a draft", () => {
  it.scoped("can be patched in every property that a new one takes, and then reads as the patch answered", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const contacto_id = idOf(yield* scene.post("/contactos", { nombre: "Cliente SL", nif: "B87654323" }))
      const ticket = yield* draftIn(scene)
      yield* scene.post(`/facturas/${ticket}/emitir`)
      const created = yield* scene.post("/facturas", simpleDraft)
      const body = {
        tipo_documento: "invoice", serie: "B", numero: 5, contacto_id, fecha_emision: "2026-11-20",
        fecha_vencimiento: "2026-12-24T23:30:00Z", plazos: "10", forma_pago: "card", notas: "n", notas_internas: "i",
        etiquetas: ["x"], divisa: "USD", tipo_cambio: 0.9, irpf: 15, recargo_equivalencia: true, suplidos: 1.5,
        lineas: [{ descripcion: "Libro", precio: 121, unidad: "ud" }], precios_con_iva: true, facturas_sustituidas: [ticket],
      }
      const changed = yield* patch(scene, idOf(created), body)
      const shown = invoiceOf(changed)
      const { contacto_id: _, facturas_sustituidas: __, lineas: ___, notas_internas: ____, numero: _____, precios_con_iva: ______, ...told } = body
      assert.strictEqual(changed.status, 200)
      assert.deepInclude(changed.json, {
        ...told, fecha_vencimiento: "2026-12-25", numero: null, base_imponible: 100, cuota_iva: 21, cuota_recargo: 5.2,
        cuota_irpf: 15, total: 112.7,
      })
      assert.strictEqual(shown.contacto?.id, contacto_id)
      assert.deepStrictEqual((yield* scene.get(`/facturas/${shown.id}`)).json, changed.json)
      assert.deepInclude((yield* scene.post(`/facturas/${shown.id}/emitir`)).json, { referencia: "B-5", total: 112.7 })
    }))

  it.scoped("that a patch does not change answers as it is, and keeps its place among the latest changes", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const created = yield* scene.post("/facturas", { ...simpleDraft, etiquetas: ["x"] })
      const id = idOf(created)
      const later = yield* draftIn(scene)
      for (const same of [{}, simpleDraft, { etiquetas: ["x"] }, undefined]) {
        const answer = yield* patch(scene, id, same)
        assert.deepStrictEqual([answer.status, answer.json], [200, created.json])
      }
      assert.deepStrictEqual(pageOf(yield* scene.get("/facturas?orden=modificado")).ids, [later, id])
      yield* patch(scene, id, { etiquetas: [] })
      assert.deepStrictEqual(pageOf(yield* scene.get("/facturas?orden=modificado")).ids, [id, later])
      assert.deepStrictEqual(pageOf(yield* scene.get("/facturas")).ids, [later, id])
    }))

  it.scoped("whose date nobody chose moves to the day of issue, even after a patch", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* draftIn(scene, { plazos: "30" })
      yield* TestClock.adjust("1 day")
      assert.deepInclude((yield* patch(scene, id, { notas: "n" })).json, { fecha_emision: "2026-11-20", fecha_vencimiento: "2026-12-20" })
      assert.deepInclude((yield* scene.post(`/facturas/${id}/emitir`)).json, { fecha_emision: "2026-11-21", fecha_vencimiento: "2026-12-21" })
    }))

  it.scoped("is refused unknown properties, values out of bounds and unknown ids, each by name", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* draftIn(scene)
      const wrong: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
        [{ estado: "paid" }, ["estado"]],
        [{ numero: 0, irpf: 101, lineas: [{ precio: "1" }], total: 3 }, ["numero", "irpf", "lineas[0].descripcion", "lineas[0].precio", "total"]],
        [{ lineas: [{ cantidad: 1 }] }, ["lineas[0].descripcion", "lineas[0].precio"]],
        [{ contacto_id: "nadie", divisa: "USD" }, ["contacto_id", "tipo_cambio"]],
        [{ suplidos: -1 }, ["suplidos"]],
      ]
      for (const [body, campos] of wrong) assert.sameMembers([...camposOf(yield* patch(scene, id, body))], [...campos])
      assert.deepStrictEqual(errorOf(yield* patch(scene, "nada", {})), anError(404, "no_encontrado"))
      assert.deepInclude((yield* scene.get(`/facturas/${id}`)).json, { total: 24.2 })
    }))

  it.scoped("is changed once per Idempotency-Key, and never with a key that only reads", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* draftIn(scene)
      const once = { "idempotency-key": "uno" }
      const first = yield* patch(scene, id, { notas: "a" }, once)
      yield* patch(scene, id, { notas: "b" })
      const again = yield* patch(scene, id, { notas: "a" }, once)
      assert.deepStrictEqual([again.text, again.headers["idempotency-replayed"]], [first.text, "true"])
      assert.deepInclude((yield* scene.get(`/facturas/${id}`)).json, { notas: "b" })
      const key = yield* scene.openKey(scene.organizationId, "live", ["invoices:read"])
      for (const method of ["PATCH", "DELETE"]) {
        assert.deepInclude(errorOf(yield* scene.request(method, `/facturas/${id}`, { key, body: {} })), { status: 403 })
      }
    }))

  it.scoped("is gone from every read once it is deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [id, other] = [yield* draftIn(scene), yield* draftIn(scene)]
      const gone = yield* remove(scene, id)
      assert.deepStrictEqual([gone.status, gone.text], [204, ""])
      const missing = anError(404, "no_encontrado")
      for (const path of ["", "/pdf", "/rectificaciones", "/registro"]) {
        assert.deepStrictEqual(errorOf(yield* scene.get(`/facturas/${id}${path}`)), missing)
      }
      assert.deepInclude(pageOf(yield* scene.get("/facturas")), { ids: [other], total: 1 })
      assert.deepInclude(pageOf(yield* scene.get("/facturas?estado=draft")), { ids: [other], total: 1 })
      for (const answer of [yield* remove(scene, id), yield* patch(scene, id, {}), yield* scene.post(`/facturas/${id}/emitir`)]) {
        assert.deepStrictEqual(errorOf(answer), missing)
      }
    }))

  it.scoped("that is deleted under an Idempotency-Key stays deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* draftIn(scene)
      const once = { "idempotency-key": "uno" }
      const statuses = [(yield* remove(scene, id, once)).status, (yield* remove(scene, id, once)).status]
      assert.deepStrictEqual(statuses, [204, 204])
    }))
})

describe("an issued document", () => {
  it.scoped("can change only in labels and internal notes, and cannot be deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      for (const tipo_documento of ["invoice", "quote"]) {
        const id = yield* draftIn(scene, { tipo_documento })
        const issued = invoiceOf(yield* scene.post(`/facturas/${id}/emitir`))
        const labelled = yield* patch(scene, id, { etiquetas: ["x"], notas_internas: "y" })
        assert.deepStrictEqual(labelled.json, { ...issued, etiquetas: ["x"] })
        for (const body of [{ notas: "n" }, { etiquetas: ["y"], notas: null }, { lineas: simpleDraft.lineas }]) {
          assert.deepStrictEqual(errorOf(yield* patch(scene, id, body)), conflict("factura_emitida"))
        }
        assert.strictEqual((yield* patch(scene, id, {})).status, 200)
        assert.deepStrictEqual(errorOf(yield* remove(scene, id)), conflict("factura_emitida"))
        assert.deepStrictEqual((yield* scene.get(`/facturas/${id}`)).json, labelled.json)
      }
    }))

  it.scoped("can change only in these, and cannot be deleted, once it is annulled either", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* draftIn(scene)
      yield* scene.post(`/facturas/${id}/emitir`)
      yield* scene.post(`/facturas/${id}/anular`, { motivo: "Duplicada" })
      const labelled = yield* patch(scene, id, { etiquetas: ["x"], notas_internas: "y" })
      assert.deepInclude(labelled.json, { etiquetas: ["x"], estado: "cancelled" })
      assert.deepStrictEqual(errorOf(yield* patch(scene, id, { notas: "x", etiquetas: [] })), conflict("factura_anulada"))
      assert.deepStrictEqual((yield* scene.get(`/facturas/${id}`)).json, labelled.json)
      assert.deepStrictEqual(errorOf(yield* remove(scene, id)), conflict("factura_anulada"))
    }))
})
