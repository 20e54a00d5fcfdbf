import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { updateOrganization } from "../../core/organizations/organizationCommands.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { anError, camposOf, conflict, errorOf, idOf, invoiceOf, makeScene, pageOf, type Scene, simpleDraft } from "./scene.ts"

/** An issued invoice of 24.20 EUR to a customer that is a company. */
const issuedIn = ({ post }: Scene, body: object = {}) =>
  Effect.gen(function*() {
    const contacto_id = idOf(yield* post("/contactos", { nombre: "Cliente SL", nif: "B87654323" }))
    const id = idOf(yield* post("/facturas", { ...simpleDraft, contacto_id, ...body }))
    return invoiceOf(yield* post(`/facturas/${id}/emitir`))
  })

describe("an annulment", () => {
  it.scoped("answers the cancelled invoice, which keeps its number and fingerprint", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const invoice = yield* issuedIn(scene)
      const annulled = yield* scene.post(`/facturas/${invoice.id}/anular`, { motivo: "Duplicada" })
      const { lineas: _, ...summary } = invoiceOf(annulled)
      assert.deepStrictEqual([annulled.status, annulled.json], [200, { ...invoice, estado: "cancelled" }])
      assert.deepStrictEqual((yield* scene.get(`/facturas/${invoice.id}`)).json, annulled.json)
      assert.deepInclude((yield* scene.get("/facturas?estado=cancelled")).json, { datos: [summary], total: 1 })
      const again = yield* scene.post(`/facturas/${invoice.id}/anular`, { motivo: "Duplicada" })
      assert.deepStrictEqual(errorOf(again), conflict("factura_anulada"))
    }))

  it.scoped("needs a reason, an issued invoice, and a live key where there is a record", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { id } = yield* issuedIn(scene)
      for (const body of [undefined, {}, { motivo: null }, { motivo: " " }]) {
        assert.deepStrictEqual(camposOf(yield* scene.post(`/facturas/${id}/anular`, body)), ["motivo"])
      }
      const motivo = { motivo: "Duplicada" }
      const draft = idOf(yield* scene.post("/facturas", simpleDraft))
      assert.deepStrictEqual(errorOf(yield* scene.post(`/facturas/${draft}/anular`, motivo)), conflict("factura_en_borrador"))
      assert.deepStrictEqual(errorOf(yield* scene.post("/facturas/nada/anular", motivo)), anError(404, "no_encontrado"))
      const byTest = yield* scene.request("POST", `/facturas/${id}/anular`, { key: scene.test, body: motivo })
      assert.deepStrictEqual(errorOf(byTest), conflict("factura_registrada"))
    }))

  it.scoped("is refused until whatever corrects the invoice is annulled", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const annul = (id: string) => post(`/facturas/${id}/anular`, { motivo: "Duplicada" })
      const original = yield* issuedIn(scene)
      const ticket = idOf(yield* post("/facturas", simpleDraft))
      yield* post(`/facturas/${ticket}/emitir`)
      const rectification = idOf(yield* post(`/facturas/${original.id}/rectificar`, { motivo: "x" }))
      yield* post(`/facturas/${rectification}/emitir`)
      const full = yield* issuedIn(scene, { facturas_sustituidas: [ticket] })
      assert.deepStrictEqual(errorOf(yield* annul(original.id)), conflict("factura_rectificada"))
      assert.deepStrictEqual(errorOf(yield* annul(ticket)), conflict("factura_sustituida"))
      for (const id of [rectification, full.id, original.id, ticket]) assert.strictEqual((yield* annul(id)).status, 200)
    }))
})

describe("a rectification", () => {
  it.scoped("by differences is a draft with a Location, in its own series, negating the original", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const original = yield* issuedIn(scene, { suplidos: 3, precios_con_iva: true })
      const made = yield* scene.post(`/facturas/${original.id}/rectificar`, { motivo: "Devolución" })
      const { id } = invoiceOf(made)
      assert.strictEqual(made.status, 201)
      assert.strictEqual(made.headers["location"], `http://talonario.test/api/v1/facturas/${id}`)
      assert.deepInclude(made.json, { tipo: "rectificative", serie: "R", estado: "draft", total: -original.total, suplidos: -3 })
      assert.deepStrictEqual((yield* scene.get(`/facturas/${id}`)).json, made.json)
      const dated = yield* scene.request("PATCH", `/facturas/${id}`, { key: scene.live, body: { notas: "Abono" } })
      assert.deepStrictEqual(dated.json, { ...invoiceOf(made), notas: "Abono" })
      const issued = yield* scene.post(`/facturas/${id}/emitir`)
      assert.deepInclude(issued.json, { referencia: "R-1", total: -original.total })
    }))

  it.scoped("needs a reason and, by substitution, the corrected lines", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { id } = yield* issuedIn(scene)
      const path = `/facturas/${id}/rectificar`
      assert.deepStrictEqual(camposOf(yield* scene.post(path)), ["motivo"])
      const bare = { motivo: "Precio", metodo: "sustitucion" }
      assert.deepStrictEqual(camposOf(yield* scene.post(path, bare)), ["lineas"])
      const made = yield* scene.post(path, { ...bare, lineas: [{ descripcion: "Revisión", precio: 15 }] })
      assert.deepInclude(made.json, { total: 18.15, tipo: "rectificative" })
      const draft = idOf(made)
      assert.deepStrictEqual(errorOf(yield* scene.post(`/facturas/${draft}/rectificar`, { motivo: "x" })), conflict("factura_en_borrador"))
      assert.deepStrictEqual(errorOf(yield* scene.post("/facturas/nada/rectificar", { motivo: "x" })), anError(404, "no_encontrado"))
    }))

  it.scoped("by substitution is due after its contact's payment days, and then overdue", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Cliente SL", nif: "B87654323", dias_pago: 15 }))
      const original = idOf(yield* post("/facturas", { ...simpleDraft, contacto_id, plazos: "30/60" }))
      yield* post(`/facturas/${original}/emitir`)
      const { lineas } = simpleDraft
      const made = yield* post(`/facturas/${original}/rectificar`, { motivo: "x", metodo: "sustitucion", lineas })
      assert.deepInclude(made.json, { fecha_emision: "2026-11-20", fecha_vencimiento: "2026-12-05", plazos: null })
      yield* TestClock.adjust("1 day")
      const issued = yield* post(`/facturas/${idOf(made)}/emitir`)
      assert.deepInclude(issued.json, { fecha_emision: "2026-11-21", fecha_vencimiento: "2026-12-06", estado: "sent" })
      yield* TestClock.adjust("16 days")
      assert.deepInclude((yield* get(`/facturas/${idOf(made)}`)).json, { estado: "overdue" })
    }))

  it.scoped("by substitution states the amounts of its original's record, to the cent, even in another currency", () =>
    Effect.gen(function*() {
      const { organizationId, post, provide } = yield* makeScene()
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Acme Inc", nif: "US123", pais: "US" }))
      const [goods, ...others] = [
        { descripcion: "Piezas", clase: "goods", precio: 0.01, tipo_iva: 0 },
        { descripcion: "Montaje", clase: "service", precio: 0.01, tipo_iva: 0 },
        { descripcion: "Curso", clase: "service", precio: 1, tipo_iva: 21 },
      ]
      const original = idOf(yield* post("/facturas", { contacto_id, divisa: "USD", tipo_cambio: 0.5, lineas: [goods, ...others] }))
      assert.strictEqual((yield* post(`/facturas/${original}/emitir`)).status, 201)
      const lineas = [{ ...goods, descripcion: "Piezas de repuesto" }, ...others]
      const substitute = yield* post(`/facturas/${original}/rectificar`, { motivo: "Descripción", metodo: "sustitucion", lineas })
      assert.strictEqual((yield* post(`/facturas/${idOf(substitute)}/emitir`)).status, 201)
      const { rows: [, record] } = yield* Effect.orDie(provide(Effect.flatMap(Storage, ({ page }) =>
        page("registryRecord", { organizationId, orden: "antiguo", after: null, limit: 10, conditions: [] }))))
      assert.strictEqual(record?.campos["TipoFactura"], "R4", "no amount has changed")
      assert.deepStrictEqual(record?.campos["ImporteRectificacion"], { BaseRectificada: "0.52", CuotaRectificada: "0.10" })
    }))

  it.scoped("gives back tax that a small business charged before it became one", () =>
    Effect.gen(function*() {
      const { organizationId, post, provide } = yield* makeScene()
      const become = (regimen_igic: "general" | "repep") =>
        provide(Effect.flatMap(GroupCommit, ({ run }) =>
          run(updateOrganization(organizationId, { region_fiscal: "canarias", regimen_igic }))))
      yield* become("general")
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Cliente SL", nif: "B87654323" }))
      const charged = { contacto_id, lineas: [{ descripcion: "Mesa", precio: 100, tipo_iva: 7 }] }
      const id = idOf(yield* post("/facturas", charged))
      assert.strictEqual((yield* post(`/facturas/${id}/emitir`)).status, 201)
      yield* become("repep")
      const back = idOf(yield* post(`/facturas/${id}/rectificar`, { motivo: "Devolución" }))
      assert.strictEqual((yield* post(`/facturas/${back}/emitir`)).status, 201)
      const again = idOf(yield* post("/facturas", charged))
      assert.deepStrictEqual(camposOf(yield* post(`/facturas/${again}/emitir`)), ["lineas[0].tipo_iva"])
    }))

  it.scoped("is issued once, under the same kind of key, and only while its original is neither annulled nor replaced", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post, request, test: key } = scene
      const [original, annulled] = [yield* issuedIn(scene), yield* issuedIn(scene)]
      const lineas = [{ descripcion: "Revisión", precio: 15 }]
      const substitute = (id: string) => post(`/facturas/${id}/rectificar`, { motivo: "x", metodo: "sustitucion", lineas })
      const drafts = [idOf(yield* substitute(original.id)), idOf(yield* substitute(original.id))]
      const late = idOf(yield* substitute(annulled.id))
      yield* post(`/facturas/${annulled.id}/anular`, { motivo: "x" })
      assert.deepStrictEqual(errorOf(yield* post(`/facturas/${late}/emitir`)), conflict("original_anulada"))
      const byTest = yield* request("POST", `/facturas/${drafts[0]}/emitir`, { key })
      assert.deepStrictEqual(errorOf(byTest), conflict("factura_registrada"))
      const answers = yield* Effect.all(drafts.map((id) => post(`/facturas/${id}/emitir`)), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
      assert.deepStrictEqual(errorOf(yield* substitute(original.id)), conflict("factura_ya_sustituida"))
    }))

  it.scoped("shares no series with ordinary invoices: refused as soon as an issue has shown what a series is for", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live: key, post, request } = scene
      const patch = (id: string, body: object) => request("PATCH", `/facturas/${id}`, { key, body })
      const { id } = yield* issuedIn(scene)
      const rectify = (body: object = {}) => post(`/facturas/${id}/rectificar`, { motivo: "x", ...body })
      assert.deepStrictEqual(camposOf(yield* rectify({ serie: "A" })), ["serie"])
      assert.deepStrictEqual(camposOf(yield* rectify({ serie: "a b" })), ["serie"])
      const early = idOf(yield* post("/facturas", { ...simpleDraft, serie: "RT" }))
      const made = yield* rectify({ serie: "RT" })
      assert.deepInclude(made.json, { serie: "RT", tipo: "rectificative" })
      const rectification = idOf(made)
      assert.deepStrictEqual(camposOf(yield* patch(rectification, { serie: "A" })), ["serie"])
      assert.strictEqual((yield* patch(rectification, { serie: "R/26" })).status, 200)
      assert.strictEqual((yield* patch(rectification, { serie: "RT" })).status, 200)
      yield* post(`/facturas/${rectification}/emitir`)

      assert.deepStrictEqual(camposOf(yield* post("/facturas", { ...simpleDraft, serie: "RT", irpf: 1 })), ["serie"])
      const other = idOf(yield* post("/facturas", simpleDraft))
      assert.deepStrictEqual(camposOf(yield* patch(other, { serie: "RT", notas: "n" })), ["serie"])
      assert.strictEqual((yield* patch(other, { tipo_documento: "quote", serie: "RT" })).status, 200)
      assert.deepStrictEqual(camposOf(yield* patch(other, { tipo_documento: "invoice" })), ["serie"])
      // A draft that was in the series before can still be changed otherwise, and is refused when it is issued.
      assert.strictEqual((yield* patch(early, { notas: "n" })).status, 200)
      assert.deepStrictEqual(camposOf(yield* post(`/facturas/${early}/emitir`)), ["serie"])
      assert.strictEqual((yield* post("/facturas", { ...simpleDraft, serie: "RT", tipo_documento: "quote" })).status, 201)
    }))

  it.scoped("is refused the series R when ordinary invoices have taken it, and may name another", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { id } = yield* issuedIn(scene, { serie: "R" })
      assert.deepStrictEqual(camposOf(yield* scene.post(`/facturas/${id}/rectificar`, { motivo: "x" })), ["serie"])
      assert.strictEqual((yield* scene.post(`/facturas/${id}/rectificar`, { motivo: "x", serie: "RECT" })).status, 201)
    }))

  it.scoped("is listed under its original, in pages, and under no other invoice", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live: key, openCompany, post, request } = scene
      const [original, other] = [yield* issuedIn(scene), yield* issuedIn(scene)]
      const path = `/facturas/${original.id}/rectificaciones`
      assert.deepStrictEqual((yield* get(path)).json, { datos: [], total: 0, limite: 50, siguiente: null })
      const made = yield* Effect.forEach([1, 2, 3], () =>
        Effect.map(post(`/facturas/${original.id}/rectificar`, { motivo: "x" }), invoiceOf))
      yield* post(`/facturas/${other.id}/rectificar`, { motivo: "x" })
      const [first] = made
      const { lineas: _, ...summary } = first ?? assert.fail("missing")
      assert.deepInclude((yield* get(`${path}?orden=antiguo&limite=1`)).json, { datos: [summary], total: 3 })
      const page = pageOf(yield* get(`${path}?limite=2`))
      assert.deepStrictEqual(page.ids, made.map(({ id }) => id).slice(1).toReversed())
      const rest = pageOf(yield* get(page.siguiente ?? ""))
      assert.deepStrictEqual([rest.ids, rest.siguiente], [[summary.id], null])
      const elsewhere = (page.siguiente ?? "").replace(original.id, other.id)
      assert.deepStrictEqual(camposOf(yield* get(elsewhere)), ["desde"])
      yield* request("DELETE", `/facturas/${summary.id}`, { key })
      assert.deepInclude(pageOf(yield* get(path)), { total: 2 })
      const { live: foreign } = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
      assert.deepStrictEqual(errorOf(yield* request("GET", path, { key: foreign })), anError(404, "no_encontrado"))
    }))
})
