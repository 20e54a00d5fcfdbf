import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { RowSet } from "../../core/commit/tables.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { updateInvoice } from "../../core/invoices/updateInvoice.ts"
import { rectifyInvoice } from "../../core/invoices/rectifyInvoice.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { decideOn } from "../support/decideOn.ts"
import { customer as plainCustomer, id, issued, line, must, rowOf } from "../support/issuing.ts"
import { invoiceInput, sampleContact, sampleId, sampleOrganization, sampleProduct } from "../support/samples.ts"

/** Its preferences are those of new invoices, not of corrections. */
const customer = { ...plainCustomer, irpf: 7, dias_pago: 30, descuento: decimal6(10_000_000), forma_pago: "card" }
const other = sampleContact(id, 2)

const original: Invoice = {
  ...must(rowOf(issued({
    contacto_id: customer.id,
    irpf: 15, suplidos: 12.34, precios_con_iva: true, recargo_equivalencia: true, forma_pago: "transfer",
    lineas: [{ ...line, precio: 100 }, { ...line, precio: 100 }, { ...line, precio: 100 }, { ...line, precio: 0.99, tipo_iva: 10 }],
  }, { contact: customer }), "invoice")),
  id: sampleId(),
}

const product = sampleProduct(id, 1)

const world: RowSet = {
  organization: [sampleOrganization(id)],
  contact: [customer, other],
  invoice: [original],
  product: [product],
}

const rectified = (given: object = {}): Invoice =>
  must(rowOf(Either.getOrThrow(decideOn(rectifyInvoice(id, original.id, { motivo: "x", ...given }), world)), "invoice"))

const lineas = invoiceInput({ lineas: [{ ...line, precio: 121 }] }).lineas ?? null

const patch = (draft: Invoice, body: object) =>
  decideOn(updateInvoice(id, draft.id, invoiceInput(body)), { ...world, invoice: [original, draft] }, undefined, 500)

const after = (draft: Invoice, body: object): Invoice =>
  must(rowOf(Either.getOrThrowWith(patch(draft, body), (refusal) => new Error(JSON.stringify(refusal))), "invoice"))

const reasons = (draft: Invoice, body: object): ReadonlyArray<string> =>
  Either.match(patch(draft, body), {
    onLeft: (refusal) => (refusal._tag === "InvalidInput" ? refusal.campos.map(({ campo }) => campo) : [refusal._tag]),
    onRight: () => [],
  })

/** Without brands, for plain figures to compare with. */
const plain = (row: object): object => row

describe("a patch of a rectification", () => {
  const draft = rectified()

  it("of what bears no figures leaves every figure alone, and what it rectifies", () => {
    const changed = after(draft, { notas: "x", contacto_id: other.id, divisa: "USD", tipo_cambio: 0.9, serie: "R2" })
    const { lineas, rates, rectifica, suplidos, tipo, total } = draft
    assert.deepInclude(changed, { lineas, rates, rectifica, suplidos, tipo, total, serie: "R2", contacto_id: other.id })
    assert.strictEqual(changed.recipient?.id, other.id)
    assert.isNull(changed.fecha_vencimiento)
  })

  it("of a term computes the sums, from the gross, and leaves the lines to the cent", () => {
    const changed = after(draft, { irpf: 0, suplidos: 5 })
    const { base_imponible, cuota_iva, cuota_recargo, lineas, rates } = draft
    assert.deepInclude(changed, { base_imponible, cuota_iva, cuota_recargo, lineas, rates })
    const total = base_imponible + cuota_iva + cuota_recargo + 500
    assert.deepInclude(plain(changed), { cuota_irpf: 0, suplidos: 500, total })
    assert.deepEqual(reasons(draft, { suplidos: null }), [])
    assert.deepInclude(plain(after(draft, { suplidos: null })), { suplidos: 0, total: draft.total + 1_234 })
    assert.deepInclude(plain(after(draft, { recargo_equivalencia: false })), { cuota_recargo: 0, total: draft.total - cuota_recargo })
  })

  it("of lines takes them without the contact's discount; disbursements stay, also below zero", () => {
    const changed = after(draft, { lineas: [{ descripcion: "Devolución", precio: -100 }, { producto_id: product.id, cantidad: -1 }] })
    assert.deepInclude(plain(changed), { precios_con_iva: false, suplidos: -1_234, irpf: 15 })
    assert.deepEqual(changed.lineas.map(({ descuento, producto_id }) => plain({ descuento, producto_id })), [
      { descuento: 0, producto_id: null },
      { descuento: 0, producto_id: product.id },
    ])
    assert.strictEqual<number>(changed.base_imponible, -10_012)
  })

  it("with null gives it the terms of its original again, not those of the contact", () => {
    const { divisa, forma_pago, irpf, recargo_equivalencia, tipo_cambio, total } = draft
    const changed = after(draft, {
      irpf: 1, recargo_equivalencia: false, forma_pago: "other", divisa: "USD", tipo_cambio: 2, contacto_id: other.id, plazos: "30",
      fecha_vencimiento: "2026-05-05",
    })
    const nulls = {
      irpf: null, recargo_equivalencia: null, forma_pago: null, divisa: null, tipo_cambio: null, contacto_id: null, plazos: null,
      fecha_vencimiento: null, serie: null, tipo_documento: null,
    }
    const again = after(changed, nulls)
    assert.deepInclude(plain(again), { divisa, forma_pago, irpf, recargo_equivalencia, tipo_cambio, total, serie: "R" })
    assert.deepInclude(again, { contacto_id: customer.id, fecha_vencimiento: null, dias_vencimiento: null })
    const { modifiedSequence } = again
    assert.deepEqual(again, { ...draft, modifiedSequence })
  })

  it("by substitution resets the disbursements to the original's", () => {
    const substitution = rectified({ metodo: "sustitucion", lineas })
    assert.strictEqual<number>(substitution.suplidos, 1_234)
    assert.strictEqual<number>(after(after(substitution, { suplidos: 1 }), { suplidos: null }).suplidos, 1_234)
  })

  it("cannot make it anything else than an invoice that rectifies", () => {
    assert.deepEqual(reasons(draft, { tipo_documento: "quote" }), ["tipo_documento"])
    assert.deepEqual(reasons(draft, { facturas_sustituidas: ["f"] }), ["facturas_sustituidas", "facturas_sustituidas[0]"])
    assert.deepEqual(reasons(draft, { facturas_sustituidas: [] }), [])
  })
})

describe("a rectification with lines", () => {
  it("takes from a product what they omit", () => {
    const [named] = rectified({ lineas: invoiceInput({ lineas: [{ producto_id: product.id, cantidad: -1 }] }).lineas }).lineas
    assert.deepInclude(named, { producto_id: product.id, descripcion: product.nombre })
    // 0.12345678 with 21 % inside the price, as the original has its prices.
    assert.strictEqual<bigint | null | undefined>(named?.precio_con_iva, 14_938_270n)
  })
})
