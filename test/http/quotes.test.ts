import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { anError, camposOf, conflict, errorOf, idOf, invoiceOf, makeScene, type Scene, simpleDraft } from "./scene.ts"

const documentIn = ({ post }: Scene, tipo_documento: string, body: object = {}) =>
  Effect.map(post("/facturas", { ...simpleDraft, tipo_documento, ...body }), idOf)

const issuedIn = (scene: Scene, tipo_documento: string, body: object = {}) =>
  Effect.gen(function*() {
    const id = yield* documentIn(scene, tipo_documento, body)
    return invoiceOf(yield* scene.post(`/facturas/${id}/emitir`))
  })

describe("an issued quote", () => {
  it.scoped("is accepted or rejected once, with or without a reason", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const answers = [["aceptar", undefined], ["rechazar", { motivo: "Caro" }], ["rechazar", { motivo: null }], ["aceptar", {}]] as const
      for (const [answer, body] of answers) {
        const quote = yield* issuedIn(scene, "quote")
        const answered = yield* scene.post(`/facturas/${quote.id}/${answer}`, body)
        assert.deepStrictEqual([answered.status, answered.json], [200, quote])
        for (const again of ["aceptar", "rechazar"]) {
          const refused = yield* scene.post(`/facturas/${quote.id}/${again}`)
          assert.deepStrictEqual(errorOf(refused), conflict("presupuesto_respondido"))
        }
      }
    }))

  it.scoped("has its answer in the activity log, with the reason", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [one, other] = [yield* issuedIn(scene, "quote"), yield* issuedIn(scene, "quote")]
      yield* scene.post(`/facturas/${one.id}/aceptar`)
      yield* scene.post(`/facturas/${other.id}/rechazar`, { motivo: "Es caro:\n 3 %" })
      const { json } = yield* scene.get("/actividad?limite=2")
      assert.deepNestedInclude(json, {
        "datos[0].tipo": "quote_rejected",
        "datos[0].mensaje": "El cliente rechazó el presupuesto P-2: Es caro: 3 %",
        "datos[1].tipo": "quote_accepted",
        "datos[1].mensaje": "El cliente aceptó el presupuesto P-1.",
        "datos[1].recurso": "presupuesto",
        "datos[1].recurso_id": one.id,
      })
    }))

  it.scoped("is the only document that can be accepted or rejected", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const draft = yield* documentIn(scene, "quote")
      assert.deepStrictEqual(errorOf(yield* scene.post(`/facturas/${draft}/aceptar`)), conflict("factura_en_borrador"))
      const proforma = yield* issuedIn(scene, "proforma")
      assert.deepStrictEqual(errorOf(yield* scene.post(`/facturas/${proforma.id}/rechazar`)), conflict("no_es_presupuesto"))
      assert.deepStrictEqual(errorOf(yield* scene.post("/facturas/nada/aceptar")), anError(404, "no_encontrado"))
      assert.deepStrictEqual(camposOf(yield* scene.post(`/facturas/${draft}/aceptar`, { por: "Ana" })), ["por"])
      const key = yield* scene.openKey(scene.organizationId, "live", ["invoices:read"])
      for (const action of ["aceptar", "rechazar", "convertir"]) {
        const refused = yield* scene.request("POST", `/facturas/${draft}/${action}`, { key })
        assert.deepStrictEqual(errorOf(refused), anError(403, "sin_permiso", { scope: "invoices:write" }))
      }
    }))
})

describe("a quote whose date has passed", () => {
  it.scoped("stays sent: nothing is collected for it", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { id } = yield* issuedIn(scene, "quote", { fecha_vencimiento: "2026-11-21" })
      yield* TestClock.adjust("5 days")
      assert.deepInclude((yield* scene.get(`/facturas/${id}`)).json, { estado: "sent", fecha_vencimiento: "2026-11-21" })
      assert.deepInclude((yield* scene.get("/facturas?estado=overdue")).json, { datos: [], total: 0 })
    }))
})

describe("a conversion", () => {
  it.scoped("makes the draft of an invoice, with a Location, once and to the cent", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const contacto_id = idOf(yield* scene.post("/contactos", { nombre: "Cliente SL", nif: "B87654323", dias_pago: 15 }))
      const body = { contacto_id, precios_con_iva: true, lineas: [{ descripcion: "x", precio: 353.9 }], notas: "n", irpf: 15 }
      for (const tipo_documento of ["quote", "delivery", "proforma"]) {
        const document = yield* issuedIn(scene, tipo_documento, { ...body, fecha_vencimiento: "2027-01-31" })
        const path = `/facturas/${document.id}/convertir`
        const made = yield* scene.post(path)
        const invoice = invoiceOf(made)
        assert.strictEqual(made.status, 201)
        assert.strictEqual(made.headers["location"], `http://talonario.test/api/v1/facturas/${invoice.id}`)
        assert.deepStrictEqual(invoice, {
          ...document, id: invoice.id, tipo_documento: "invoice", serie: "A", numero: null, referencia: null, estado: "draft",
          fecha_vencimiento: "2026-12-05", lineas: document.lineas.map((line, i) => ({ ...line, id: invoice.lineas[i]?.id ?? "" })),
        })
        assert.deepStrictEqual(errorOf(yield* scene.post(path)), conflict("ya_convertido"))
        assert.deepStrictEqual((yield* scene.get(`/facturas/${document.id}`)).json, document)
        assert.deepInclude((yield* scene.post(`/facturas/${invoice.id}/emitir`)).json, { total: document.total, estado: "sent" })
        assert.deepStrictEqual(errorOf(yield* scene.post(path)), conflict("ya_convertido"))
      }
    }))

  it.scoped("can be repeated once its draft is deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const quote = yield* issuedIn(scene, "quote")
      const path = `/facturas/${quote.id}/convertir`
      const first = idOf(yield* scene.post(path))
      yield* scene.request("DELETE", `/facturas/${first}`, { key: scene.live })
      assert.notStrictEqual(idOf(yield* scene.post(path)), first)
    }))

  it.scoped("is possible for drafts too, but not for invoices and rejected quotes", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const draft = yield* documentIn(scene, "quote")
      assert.strictEqual((yield* scene.post(`/facturas/${draft}/convertir`)).status, 201)
      const turned = yield* scene.request("PATCH", `/facturas/${draft}`, { key: scene.live, body: { tipo_documento: "invoice" } })
      assert.deepStrictEqual(errorOf(turned), conflict("ya_convertido"))
      const invoice = yield* documentIn(scene, "invoice")
      assert.deepStrictEqual(errorOf(yield* scene.post(`/facturas/${invoice}/convertir`)), conflict("ya_es_factura"))
      const rejected = yield* issuedIn(scene, "quote")
      yield* scene.post(`/facturas/${rejected.id}/rechazar`, { motivo: "Caro" })
      assert.deepStrictEqual(errorOf(yield* scene.post(`/facturas/${rejected.id}/convertir`)), conflict("presupuesto_rechazado"))
      assert.deepStrictEqual(errorOf(yield* scene.post("/facturas/nada/convertir")), anError(404, "no_encontrado"))
    }))
})
