import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { RowSet } from "../../core/commit/tables.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { InvoicePatch } from "../../core/drafts/invoicePatch.ts"
import { updateInvoice } from "../../core/drafts/updateInvoice.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { seriesId } from "../../core/numbering/seriesCounter.ts"
import { carriedOut, decideOn, refusalOf, whyNot } from "../support/decideOn.ts"
import { customer as plainCustomer, id, issued, line, must, rowOf } from "../support/issuing.ts"
import { plain } from "../support/plain.ts"
import { invoiceInput, sampleContact, sampleId, sampleOrganization, sampleProduct } from "../support/samples.ts"

/** A customer with preferences for new invoices, which corrections do not follow. */
const customer = { ...plainCustomer, irpf: 7, dias_pago: 30, descuento: decimal6(10_000_000), forma_pago: "card" }
const other = sampleContact(id, 2, { dias_pago: 45 })

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

const rectified = (given: object = {}, of = original): Invoice => {
  const rows = { ...world, invoice: [of] }
  return must(rowOf(Either.getOrThrow(decideOn(rectifyInvoice(id, of.id, { motivo: "x", ...given }), rows)), "invoice"))
}

const lineas = invoiceInput({ lineas: [{ ...line, precio: 121 }] }).lineas ?? null

const decodePatch = inputDecoder(InvoicePatch)

const patch = (draft: Invoice, body: object, rows: RowSet = world) => {
  const sent = Either.getOrThrowWith(decodePatch(body), ({ campos }) => new Error(JSON.stringify(campos)))
  const invoice = [draft, ...rows.invoice ?? []]
  return decideOn(updateInvoice(id, draft.id, sent), { ...rows, invoice }, undefined, 500)
}

const after = (...args: Parameters<typeof patch>): Invoice =>
  must(rowOf(carriedOut(patch(...args)), "invoice"))

const reasons = (...args: Parameters<typeof patch>): ReadonlyArray<string> =>
  whyNot(patch(...args))

describe("a patch of a rectification", () => {
  const draft = rectified()

  it("changes no figure if it names none, nor what it rectifies", () => {
    const changed = after(draft, { notas: "x", contacto_id: other.id, serie: "R2" })
    const { lineas, rates, rectifica, suplidos, tipo, total } = draft
    assert.deepInclude(changed, { lineas, rates, rectifica, suplidos, tipo, total, serie: "R2", contacto_id: other.id })
    assert.strictEqual(changed.recipient?.id, other.id)
  })

  it("that changes the contact makes it due by their days, unless a day or terms were chosen", () => {
    const { fecha_vencimiento } = draft
    const theirs = after(draft, { contacto_id: other.id })
    assert.deepInclude(plain(theirs), { fecha_vencimiento: "2026-04-16", dias_vencimiento: 45 })
    assert.deepInclude(plain(after(theirs, { contacto_id: null })), { fecha_vencimiento, dias_vencimiento: 30 })
    const chosen = after(draft, { fecha_vencimiento: "2026-05-05" })
    assert.deepInclude(plain(after(chosen, { contacto_id: other.id })), { fecha_vencimiento: "2026-05-05", dias_vencimiento: null })
    assert.deepInclude(plain(after(draft, { plazos: "10/20", contacto_id: other.id })), { dias_vencimiento: 10 })
  })

  it("that changes terms recomputes the sums from the gross, and leaves the lines to the cent", () => {
    const changed = after(draft, { irpf: 0, suplidos: 5 })
    const { base_imponible, cuota_iva, cuota_recargo, lineas, rates } = draft
    assert.deepInclude(changed, { base_imponible, cuota_iva, cuota_recargo, lineas, rates })
    const total = base_imponible + cuota_iva + cuota_recargo + 500
    assert.deepInclude(plain(changed), { cuota_irpf: 0, suplidos: 500, total })
    assert.deepInclude(plain(after(draft, { recargo_equivalencia: false })), { cuota_recargo: 0, total: draft.total - cuota_recargo })
  })

  it("that changes lines applies no discount of the contact; disbursements stay, also below zero", () => {
    const changed = after(draft, { lineas: [{ descripcion: "Devolución", precio: -100 }, { producto_id: product.id, cantidad: -1 }] })
    assert.deepInclude(plain(changed), { precios_con_iva: false, suplidos: -1_234, irpf: 15 })
    assert.deepEqual(changed.lineas.map(({ descuento, producto_id }) => plain({ descuento, producto_id })), [
      { descuento: 0, producto_id: null },
      { descuento: 0, producto_id: product.id },
    ])
    assert.strictEqual<number>(changed.base_imponible, -10_012)
    const net = after(draft, { lineas: [{ descripcion: "Devolución", precio: -100 }], precios_con_iva: null })
    assert.deepInclude(plain(net), { precios_con_iva: false, base_imponible: -10_000 })
  })

  it("with null restores the terms of its original, not the contact's, and none if it had taken none over", () => {
    const { divisa, forma_pago, irpf, recargo_equivalencia, tipo_cambio, total } = draft
    const changed = after(draft, {
      irpf: 1, recargo_equivalencia: false, forma_pago: "other", contacto_id: other.id, plazos: "30",
      fecha_vencimiento: "2026-05-05",
    })
    const nulls = {
      irpf: null, recargo_equivalencia: null, forma_pago: null, divisa: null, tipo_cambio: null, contacto_id: null, plazos: null,
      fecha_vencimiento: null, serie: null, tipo_documento: null, precios_con_iva: null,
    }
    const again = after(changed, nulls)
    assert.deepInclude(plain(again), { divisa, forma_pago, irpf, recargo_equivalencia, tipo_cambio, total, serie: "R" })
    assert.deepInclude(again, { contacto_id: customer.id, fecha_vencimiento: draft.fecha_vencimiento, dias_vencimiento: 30 })
    const { modifiedSequence } = again
    assert.deepEqual(again, { ...draft, modifiedSequence })
  })

  it("leaves given lines at their prices without tax when all is null", () => {
    const nulls = { irpf: null, recargo_equivalencia: null, precios_con_iva: null, suplidos: null }
    for (const metodo of ["diferencias", "sustitucion"]) {
      const given = rectified({ metodo, lineas })
      assert.deepInclude(plain(given), { precios_con_iva: false, base_imponible: 12_100 })
      assert.deepEqual(Either.getOrThrow(patch(given, nulls)).rows, [])
    }
  })

  it("keeps it an invoice, and complains about no series but its own kind's", () => {
    const counter = { tipo_documento: "quote", serie: "P", tipo: "invoice", last: 1, holdsLive: true, holdsFull: true, holdsSimplified: false } as const
    const series = [{ organizationId: id, id: seriesId("quote", "P"), ...counter }]
    assert.deepEqual(reasons(draft, { tipo_documento: "quote" }, { ...world, series }), ["tipo_documento"])
  })

  it("may change disbursements, below zero if it states differences", () => {
    assert.deepInclude(plain(after(draft, { suplidos: -5.05 })), { suplidos: -505, total: draft.total + 1_234 - 505 })
    const substitution = rectified({ metodo: "sustitucion", lineas })
    for (const other of [substitution, { ...draft, tipo: "invoice" as const, rectifica: null }]) {
      assert.deepEqual(reasons(other, { suplidos: -0.01, irpf: 3 }), ["suplidos"])
      assert.deepEqual(reasons(other, { suplidos: 0 }), [])
    }
  })

  it("keeps it in the currency of its original, and at its exchange rate if it states differences", () => {
    assert.deepEqual(reasons(draft, { divisa: "USD" }), ["divisa"])
    assert.deepEqual(reasons(draft, { divisa: "USD", tipo_cambio: 0.9 }), ["divisa"])
    assert.deepEqual(reasons(draft, { divisa: "EUR", tipo_cambio: 1 }), [])
    assert.deepEqual(reasons(draft, { tipo_cambio: 0.9 }), ["tipo_cambio"])

    const inDollars: Invoice = { ...original, id: sampleId(), divisa: "USD", tipo_cambio: decimal6(920_000) }
    const rows = { ...world, invoice: [inDollars] }
    const differences = rectified({}, inDollars)
    assert.deepEqual(reasons(differences, { divisa: "EUR" }, rows), ["divisa"])
    assert.deepEqual(reasons(differences, { tipo_cambio: 0.93 }, rows), ["tipo_cambio"])
    for (const same of [{ divisa: "USD", tipo_cambio: 0.92 }, { divisa: null, tipo_cambio: null }]) {
      assert.deepEqual(Either.getOrThrow(patch(differences, same, rows)).rows, [])
    }
    const substitution = rectified({ metodo: "sustitucion", lineas }, inDollars)
    assert.deepEqual(reasons(substitution, { divisa: "GBP", tipo_cambio: 1.1 }, rows), ["divisa"])
    assert.strictEqual<number>(after(substitution, { tipo_cambio: 0.93 }, rows).tipo_cambio, 930_000)
  })

  it("by differences includes the original's disbursements if its lines give back everything, and none otherwise", () => {
    assert.strictEqual<number>(draft.suplidos, -1_234)
    const again = after(after(draft, { suplidos: 5, irpf: 0 }), { suplidos: null, irpf: null })
    assert.deepEqual(again, { ...draft, modifiedSequence: again.modifiedSequence })
    const returned = [{ ...line, precio: -100 }]
    assert.strictEqual<number>(after(draft, { suplidos: null, lineas: returned }).suplidos, 0)
    assert.strictEqual<number>(after(after(draft, { lineas: returned }), { suplidos: null }).suplidos, 0)
    assert.strictEqual<number>(after({ ...rectified({ lineas: invoiceInput({ lineas: returned }).lineas }), suplidos: cents(1) }, { suplidos: null }).suplidos, 0)
  })

  it("by differences gives back the whole original again when its lines are null", () => {
    const returned = after(draft, { lineas: [{ ...line, precio: -100 }], suplidos: 0, irpf: 1, recargo_equivalencia: false })
    const ids = (given: Invoice) => ({ ...given, lineas: given.lineas.map((one) => ({ ...one, id: "" })) })
    const again = after(returned, { lineas: null, suplidos: null, irpf: null, recargo_equivalencia: null })
    assert.deepEqual(ids(again), { ...ids(draft), modifiedSequence: again.modifiedSequence })
    // Properties it does not name stay, and the sums follow from them.
    const { base_imponible, cuota_iva } = draft
    const alone = after(returned, { lineas: null })
    assert.deepInclude(plain(alone), {
      base_imponible, cuota_iva, precios_con_iva: true, irpf: 1, cuota_recargo: 0, suplidos: 0,
      total: base_imponible + cuota_iva - alone.cuota_irpf,
    })
    assert.deepEqual(Either.getOrThrow(patch(draft, { lineas: null })).rows, [])
    assert.deepInclude(plain(after(draft, { lineas: [] })), { lineas: [], base_imponible: 0 })
  })

  it("by substitution is refused when its lines are null, as it has no default for them", () => {
    assert.deepInclude(plain(after(rectified({ metodo: "sustitucion", lineas }), { lineas: null })), { lineas: [], base_imponible: 0 })
  })

  it("by substitution resets the disbursements to the original's", () => {
    const substitution = rectified({ metodo: "sustitucion", lineas })
    assert.strictEqual<number>(substitution.suplidos, 1_234)
    assert.strictEqual<number>(after(after(substitution, { suplidos: 1 }), { suplidos: null }).suplidos, 1_234)
  })

  it("says why it is refused", () => {
    const told = (body: object) => refusalOf(patch(draft, body))
    assert.deepEqual(told({ divisa: "USD" }), ["divisa: debe ser la de la factura original, EUR"])
    assert.deepEqual(told({ tipo_documento: "quote" }), ["tipo_documento: una rectificativa es siempre una factura"])
    const exchanging = told({ facturas_sustituidas: ["f"] })
    assert.strictEqual(exchanging[0], "facturas_sustituidas: una rectificativa no sustituye a facturas simplificadas")
    const negative = "suplidos: solo pueden ser negativos en una rectificativa por diferencias"
    assert.deepEqual(refusalOf(patch(rectified({ metodo: "sustitucion", lineas }), { suplidos: -1 })), [negative])
    const both = reasons(rectified({ metodo: "sustitucion", lineas }), { divisa: "USD", suplidos: -1 })
    assert.deepEqual(both, ["divisa", "suplidos"])
    const inDollars: Invoice = { ...original, id: sampleId(), divisa: "USD", tipo_cambio: decimal6(920_000) }
    const dearer = patch(rectified({}, inDollars), { tipo_cambio: 0.93 }, { ...world, invoice: [inDollars] })
    assert.deepEqual(refusalOf(dearer), ["tipo_cambio: por diferencias debe ser el de la factura original, 0,92"])
  })

  it("cannot turn it into anything else than a rectifying invoice", () => {
    assert.deepEqual(reasons(draft, { tipo_documento: "quote" }), ["tipo_documento"])
    assert.deepEqual(reasons(draft, { facturas_sustituidas: ["f"] }), ["facturas_sustituidas", "facturas_sustituidas[0]"])
    assert.deepEqual(reasons(draft, { facturas_sustituidas: [] }), [])
  })
})

describe("a rectification with lines", () => {
  it("takes from a product what they leave out", () => {
    const [named] = rectified({ lineas: invoiceInput({ lineas: [{ producto_id: product.id, cantidad: -1 }] }).lineas }).lineas
    assert.deepInclude(named, { producto_id: product.id, descripcion: product.nombre, precio: product.precio, precio_con_iva: null })
  })

  it("can name a product of its original that was deleted since, and takes from the original what they leave out", () => {
    const sold = { ...original, lineas: original.lineas.map((one) => ({ ...one, producto_id: "deleted" })) }
    const { lineas: given } = invoiceInput({ lineas: [{ producto_id: "deleted", cantidad: -1 }] })
    const [named] = rectified({ lineas: given }, sold).lineas
    const { descripcion, precio, tipo_iva } = must(original.lineas[0])
    assert.deepInclude(named, { producto_id: "deleted", descripcion, precio, tipo_iva, precio_con_iva: null })
  })
})
