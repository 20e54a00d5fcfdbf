import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { camposOf, conflict, errorOf, idOf, invoiceOf, makeScene, simpleDraft } from "./scene.ts"

const customer = { nombre: "Cliente SL", nif: "B87654323", email: "c@d.es" }

describe("invoices", () => {
  it.scoped("begin as drafts, without a number but with computed totals", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const contacto_id = idOf(yield* post("/contactos", customer))
      const lineas = [
        { descripcion: "Horas", cantidad: 3, precio: 33.335, descuento: 10, unidad: "h", clase: "service" },
        { descripcion: "Libro", precio: 20, tipo_iva: 4 },
      ]
      const terms = { irpf: 15, suplidos: 12.5, plazos: "30/60", forma_pago: "transfer" }
      const body = { ...terms, contacto_id, lineas, etiquetas: ["x"], notas: "n" }
      const created = yield* post("/facturas", { ...body, notas_internas: "no se ve" })
      const { id, lineas: [first, second] } = invoiceOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/facturas/${id}`)
      assert.deepStrictEqual(created.json, {
        id, serie: "A", numero: null, referencia: null, tipo_documento: "invoice", tipo: "invoice",
        estado: "draft", fecha_emision: "2026-11-20", fecha_vencimiento: "2026-12-20", plazos: "30/60",
        forma_pago: "transfer", fecha_cobro: null, notas: "n", etiquetas: ["x"], divisa: "EUR",
        tipo_cambio: 1,
        // 3 x 33.335 less 10 % is 90.0045; 21 % of 90 is 18.90, 4 % of 20 is 0.80; 15 % of 110 is 16.50.
        base_imponible: 110, cuota_iva: 19.7, recargo_equivalencia: false, cuota_recargo: 0, irpf: 15,
        cuota_irpf: 16.5, suplidos: 12.5, total: 125.7, cobrado: 0, pendiente: 125.7,
        creado: "2026-11-20T10:00:00.000Z",
        verifactu: { registrada: false, huella: null, registrada_en: null, aeat: null },
        contacto: { id: contacto_id, nombre: "Cliente SL", nif: "B87654323", email: "c@d.es" },
        lineas: [
          {
            id: first?.id, producto_id: null, descripcion: "Horas", cantidad: 3, precio: 33.335,
            descuento: 10, tipo_iva: 21, clase: "service", unidad: "h",
          },
          {
            id: second?.id, producto_id: null, descripcion: "Libro", cantidad: 1, precio: 20, descuento: 0,
            tipo_iva: 4, clase: "goods", unidad: null,
          },
        ],
      })
    }))

  it.scoped("are issued once: 201 with number and record, then 200 with the same", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const contacto_id = idOf(yield* post("/contactos", customer))
      const draft = yield* post("/facturas", { ...simpleDraft, contacto_id })
      const path = `/facturas/${idOf(draft)}`
      const issued = yield* post(`${path}/emitir`)
      const { huella } = invoiceOf(issued).verifactu
      assert.match(huella ?? "", /^[0-9A-F]{64}$/)
      assert.strictEqual(issued.status, 201)
      assert.strictEqual(issued.headers["location"], draft.headers["location"])
      assert.deepStrictEqual(issued.json, {
        ...invoiceOf(draft),
        estado: "sent",
        numero: 1,
        referencia: "A-1",
        verifactu: { registrada: true, huella, registrada_en: "2026-11-20T10:00:00.000Z", aeat: null },
      })
      const again = yield* post(`${path}/emitir`)
      assert.deepStrictEqual([again.status, again.json], [200, issued.json])
      assert.notProperty(again.headers, "location")
      assert.deepStrictEqual((yield* get(path)).json, issued.json)
    }))

  it.scoped("under a test key take a number of the same series but leave no record", () =>
    Effect.gen(function*() {
      const { live, request, test } = yield* makeScene()
      const issue = (key: string) =>
        Effect.gen(function*() {
          const id = idOf(yield* request("POST", "/facturas", { key, body: simpleDraft }))
          return invoiceOf(yield* request("POST", `/facturas/${id}/emitir`, { key }))
        })
      const unregistered = { registrada: false, huella: null, registrada_en: null, aeat: null }
      assert.deepInclude(yield* issue(live), { referencia: "S-1", estado: "sent" })
      assert.deepInclude(yield* issue(test), { referencia: "S-2", estado: "sent", verifactu: unregistered })
      const third = yield* issue(live)
      assert.deepInclude(third, { referencia: "S-3" })
      assert.isTrue(third.verifactu.registrada)
    }))

  it.scoped("that the tax authority would refuse are not issued and use up no number", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const draft = (body: object) => Effect.map(post("/facturas", body), idOf)
      const issue = (id: string) => post(`/facturas/${id}/emitir`)
      const line = simpleDraft.lineas[0]
      const refused: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
        [{}, ["lineas"]],
        [{ lineas: [{ ...line, precio: 5_000 }] }, ["contacto_id"]],
        [{ lineas: [line, { ...line, tipo_iva: 3 }] }, ["lineas[1].tipo_iva"]],
        [{ lineas: [], fecha_emision: "2026-11-21" }, ["lineas", "fecha_emision"]],
      ]
      for (const [body, campos] of refused) {
        assert.sameMembers([...camposOf(yield* issue(yield* draft(body)))], [...campos])
      }
      const asked = yield* issue(yield* draft({ ...simpleDraft, numero: 41 }))
      assert.deepInclude(asked.json, { numero: 41 })
      assert.deepStrictEqual(
        errorOf(yield* issue(yield* draft({ ...simpleDraft, numero: 43 }))),
        conflict("numero_no_disponible"),
      )
      assert.deepInclude((yield* issue(yield* draft(simpleDraft))).json, { numero: 42 })
    }))
})

describe("the PDF", () => {
  it.scoped("is to be shown inline, is named after the invoice, and may not be cached", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const id = idOf(yield* post("/facturas", { ...simpleDraft, serie: "2026/B" }))
      const draft = yield* get(`/facturas/${id}/pdf`)
      yield* post(`/facturas/${id}/emitir`)
      const issued = yield* get(`/facturas/${id}/pdf`)
      const names = [`inline; filename="borrador-${id}.pdf"`, "inline; filename=\"2026-B-1.pdf\""]
      for (const [i, { bytes, headers, status }] of [draft, issued].entries()) {
        assert.strictEqual(status, 200)
        assert.strictEqual(new TextDecoder().decode(bytes.slice(0, 5)), "%PDF-")
        assert.deepInclude(headers, { "content-type": "application/pdf", "cache-control": "no-store" })
        assert.strictEqual(headers["content-disposition"], names[i])
      }
      assert.notDeepEqual(draft.bytes, issued.bytes)
    }))
})
