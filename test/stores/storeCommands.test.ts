import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { Decision } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { invoiceResource } from "../../core/invoices/invoiceResource.ts"
import { conflict, notFound } from "../../core/refusals/refusal.ts"
import { createStore } from "../../core/stores/createStore.ts"
import { deleteStore } from "../../core/stores/deleteStore.ts"
import { type ImportedOrder, importStoreOrder } from "../../core/stores/importStoreOrder.ts"
import { type Store, StoreInput, StorePatch, storeResource } from "../../core/stores/Store.ts"
import { StoreOrderInput } from "../../core/stores/StoreOrder.ts"
import { updateStore } from "../../core/stores/updateStore.ts"
import { carriedOut, decideOn, noon, whyNot } from "../support/decideOn.ts"
import { customer, id, line, must, rowOf } from "../support/issuing.ts"
import { day, invoiceInput, sampleOrganization, sampleStore } from "../support/samples.ts"

const decodeInput = inputDecoder(StoreInput)
const decodePatch = inputDecoder(StorePatch)
const decodeOrder = inputDecoder(StoreOrderInput)

const store = sampleStore(id, 1)
const paused: Store = { ...store, estado: "paused" }
const rows: RowSet = { organization: [sampleOrganization(id)], contact: [customer], store: [store] }

const storeOf = (decision: Decision<unknown>): Store => must(rowOf(decision, "store"))

describe("a store", () => {
  it("is active once it is connected, without an event", () => {
    const decision = carriedOut(decideOn(
      createStore(id, carriedOut(decodeInput({ nombre: "Sol", plataforma: "shopify" }))),
      rows,
    ))
    assert.deepStrictEqual(decision.result, {
      id: storeOf(decision).id, nombre: "Sol", plataforma: "shopify", estado: "active", creado: "2026-03-02T12:00:00.000Z",
    })
    assert.deepStrictEqual(decision.events, [])
    assert.deepInclude(storeOf(decision), { createdSequence: 1, modifiedSequence: 1 })
  })

  it("can be created paused", () => {
    const connecting = (estado: Store["estado"]) =>
      carriedOut(decideOn(createStore(id, carriedOut(decodeInput({ nombre: "Sol", plataforma: "shopify", estado }))), rows))
    for (const estado of ["active", "paused"] as const) {
      assert.strictEqual(storeOf(connecting(estado)).estado, estado)
      assert.deepInclude(connecting(estado).result, { nombre: "Sol", plataforma: "shopify", estado })
    }
  })

  it("needs a name and a platform, within their limits, and one of two states", () => {
    assert.deepStrictEqual(whyNot(decodeInput({})), ["nombre", "plataforma"])
    const long = { nombre: "x".repeat(121), plataforma: "x".repeat(61), estado: null }
    assert.sameMembers([...whyNot(decodeInput(long))], ["nombre", "plataforma", "estado"])
    assert.sameMembers([...whyNot(decodePatch({ nombre: null, plataforma: " ", estado: null }))], ["nombre", "plataforma", "estado"])
    assert.deepStrictEqual(whyNot(decodeInput({ nombre: "x", plataforma: "x", estado: "cancelled" })), ["estado"])
    assert.deepStrictEqual(whyNot(decodeInput({ nombre: "x".repeat(120), plataforma: "x".repeat(60) })), [])
  })

  it("is changed by a patch in what that names; one that changes nothing writes nothing", () => {
    const patching = (body: object) =>
      carriedOut(decideOn(updateStore(id, store.id, carriedOut(decodePatch(body))), rows, noon, 50))
    const changed = patching({ nombre: "Luna" })
    assert.deepStrictEqual(storeOf(changed), { ...store, nombre: "Luna", modifiedSequence: 51 })
    assert.deepStrictEqual(changed.result, storeResource(storeOf(changed)))
    assert.deepStrictEqual(changed.events, [])
    const moved = patching({ estado: "paused", plataforma: "shopify" })
    assert.deepStrictEqual(storeOf(moved), { ...paused, plataforma: "shopify", modifiedSequence: 51 })
    for (const body of [{}, { nombre: store.nombre, plataforma: store.plataforma, estado: store.estado }]) {
      assert.deepStrictEqual(patching(body), { result: storeResource(store), rows: [], events: [] })
    }
  })

  it("is paused and resumed; repeating it changes nothing", () => {
    const switching = (present: Store, estado: Store["estado"]) =>
      carriedOut(decideOn(updateStore(id, present.id, { estado }), { store: [present] }, noon, 50))
    assert.deepStrictEqual(storeOf(switching(store, "paused")), { ...paused, modifiedSequence: 51 })
    assert.deepStrictEqual(storeOf(switching(paused, "active")), { ...store, modifiedSequence: 51 })
    for (const one of [store, paused]) {
      assert.deepStrictEqual(switching(one, one.estado), { result: storeResource(one), rows: [], events: [] })
    }
  })

  it("is deleted alone", () => {
    const decision = carriedOut(decideOn(deleteStore(id, store.id), rows))
    assert.deepInclude(decision, { removed: [key("store", id, store.id)], rows: [], events: [] })
  })

  it("is not found if it does not exist", () => {
    const missing = Either.left(notFound("la tienda"))
    assert.deepStrictEqual(decideOn(deleteStore(id, "nada"), rows), missing)
    assert.deepStrictEqual(decideOn(updateStore(id, "nada", {}), rows), missing)
  })
})

const order = { referencia_externa: "1001", lineas: [line] }

const importing = (body: object, given: RowSet = rows, storeId = store.id) =>
  decideOn(importStoreOrder(id, storeId, carriedOut(decodeOrder({ ...order, ...body }))), given, noon, 50)

/** The rows after an order was imported. */
const after = (decision: Decision<ImportedOrder>, given: RowSet = rows): RowSet =>
  ({ ...given, invoice: [must(rowOf(decision, "invoice"))], storeOrder: [must(rowOf(decision, "storeOrder"))] })

describe("the import of an order", () => {
  it("makes the draft that its contents would make by themselves, and notes the store", () => {
    const contents = {
      contacto_id: customer.id, serie: "WEB", fecha_emision: "2026-03-01", notas: "Gracias", precios_con_iva: true,
      fecha_vencimiento: "2026-04-15", irpf: 7, recargo_equivalencia: false, suplidos: 2,
      lineas: [{ ...line, cantidad: 3 }, line],
    }
    const draft = carriedOut(decideOn(draftInvoice(id, invoiceInput(contents)), rows, noon, 50))
    const decision = carriedOut(importing(contents))
    assert.deepStrictEqual(decision.result, { invoice: draft.result, first: true })
    const row = { organizationId: id, id: `${store.id} 1001`, factura_id: draft.result.id }
    assert.deepStrictEqual(decision.rows, [...draft.rows, { table: "storeOrder", row }])
    const { lineas: _, ...factura } = draft.result
    assert.deepStrictEqual(decision.events, [
      { suceso: "invoice.created", datos: { factura } },
      { suceso: "store.order.imported", datos: { tienda: storeResource(store), factura } },
    ])
  })

  it("is refused for the same reasons as a draft, under the same names", () => {
    assert.deepStrictEqual(whyNot(importing({ contacto_id: "nada" })), ["contacto_id"])
    assert.deepStrictEqual(whyNot(importing({ lineas: [{ producto_id: "nada" }] })), ["lineas[0].producto_id"])
    assert.deepStrictEqual(whyNot(decodeOrder({})), ["referencia_externa", "lineas"])
    assert.deepStrictEqual(whyNot(decodeOrder({ ...order, lineas: [] })), ["lineas"])
    const wrong = { referencia_externa: "x".repeat(121), serie: "ñ", fecha_emision: "ayer", precios_con_iva: 1, divisa: "X" }
    const campos = whyNot(decodeOrder({ ...wrong, lineas: [{ precio: 1 }] }))
    assert.sameMembers([...campos], [...Object.keys(wrong), "lineas[0].descripcion"])
    assert.deepStrictEqual(whyNot(decodeOrder({ ...order, referencia_externa: " " })), ["referencia_externa"])
    assert.deepStrictEqual(whyNot(decodeOrder({ ...order, divisa: "USD", irpf: 101 })), ["irpf", "tipo_cambio"])
    assert.deepStrictEqual(whyNot(decodeOrder({ ...order, divisa: "EUR", tipo_cambio: 2 })), ["tipo_cambio"])
    assert.deepStrictEqual(whyNot(decodeOrder({ ...order, divisa: "USD", tipo_cambio: 2 })), [])
    assert.deepStrictEqual(whyNot(importing({ tipo_cambio: 1.1 })), ["tipo_cambio"])
  })

  it("of an order imported before returns its invoice as it stands, whatever else is sent", () => {
    const first = carriedOut(importing({ contacto_id: customer.id }))
    const made = must(rowOf(first, "invoice"))
    const changed = { ...made, notas: "cambiada", modifiedSequence: 80 }
    const renamed = { ...customer, nombre: "Otro nombre" }
    const given = { ...after(first), invoice: [changed], contact: [renamed] }
    for (const body of [
      { contacto_id: customer.id }, {}, { contacto_id: "nada", lineas: [{ descripcion: "Otra", precio: 9 }] },
    ]) {
      const again = carriedOut(importing(body, given))
      assert.deepStrictEqual([again.rows, again.events, again.result.first], [[], [], false])
      const { contacto, ...invoice } = again.result.invoice
      const { contacto: _, ...expected } = invoiceResource(changed, day("2026-03-02"))
      assert.deepStrictEqual(invoice, expected)
      assert.strictEqual(contacto?.nombre, "Otro nombre")
    }
    const issued = { ...given, invoice: [{ ...made, lifecycle: "issued" as const, numero: 7 }] }
    const shown = carriedOut(importing({}, issued)).result.invoice
    assert.deepInclude(shown, { numero: 7, referencia: "A-7", estado: "sent" })
    assert.strictEqual(shown.contacto?.nombre, customer.nombre)
  })

  it("of an order whose draft was deleted is refused for good", () => {
    const trashed = { ...after(carriedOut(importing({}))), invoice: [] }
    assert.deepStrictEqual(importing({}, trashed),
      Either.left(conflict("pedido_importado", "El pedido ya se importó, y el borrador de su factura se borró.")))
  })

  it("is refused by a paused store, except for orders it has imported before", () => {
    const given = { ...rows, store: [paused] }
    const refusal = conflict("tienda_pausada", "La tienda está pausada y no admite pedidos.")
    assert.deepStrictEqual(importing({}, given), Either.left(refusal))
    assert.deepStrictEqual(importing({ contacto_id: "nada" }, given), Either.left(refusal))
    const first = carriedOut(importing({}))
    const again = carriedOut(importing({}, { ...after(first), store: [paused] }))
    assert.deepStrictEqual(again.result, { invoice: first.result.invoice, first: false })
  })

  it("is separate for each store, even if the ids joined together are the same", () => {
    const other = sampleStore(id, 2)
    const given = { ...after(carriedOut(importing({}))), store: [store, other] }
    assert.isTrue(carriedOut(importing({}, given, other.id)).result.first)
    assert.isTrue(carriedOut(importing({ referencia_externa: "1001 " }, given)).result.first)
    assert.isTrue(carriedOut(importing({ referencia_externa: "100" }, given)).result.first)
  })

  it("is refused for a store that does not exist or was deleted, whose orders stay", () => {
    const missing = Either.left(notFound("la tienda"))
    assert.deepStrictEqual(importing({}, rows, "nada \u0000"), missing)
    assert.deepStrictEqual(importing({}, { ...after(carriedOut(importing({}))), store: [] }), missing)
  })
})
