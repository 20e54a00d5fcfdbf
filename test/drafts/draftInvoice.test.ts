import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import type { Contact } from "../../core/contacts/Contact.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { seriesId } from "../../core/numbering/seriesCounter.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { carriedOut, decideOn, refusalOf, whyNot } from "../support/decideOn.ts"
import { invoiceInput, sampleContact, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const id = sampleOrganizationId()
const customer = sampleContact(id, 1, { descuento: decimal6(10_000_000), irpf: 15, dias_pago: 60, forma_pago: "card" })

const line = { descripcion: "Horas", cantidad: 3, precio: 33.33 }

const draft = (body: object, given: { organization?: Partial<Organization>; contact?: Contact; now?: string } = {}) =>
  decideOn(
    draftInvoice(id, invoiceInput(body)),
    { organization: [sampleOrganization(id, given.organization)], contact: [given.contact ?? customer] },
    ...(given.now === undefined ? [] : [instant(Date.parse(given.now))]),
  )

const drafted = (...args: Parameters<typeof draft>) =>
  carriedOut(draft(...args))

const fieldsOf = (...args: Parameters<typeof draft>) =>
  whyNot(draft(...args))

describe("draftInvoice", () => {
  it("makes a draft without a number, with its totals, and emits an event", () => {
    const { events, result } = drafted({ lineas: [line] })
    assert.deepInclude(result, { estado: "draft", numero: null, referencia: null, serie: "S", tipo: "invoice", tipo_documento: "invoice" })
    assert.deepInclude(result, { base_imponible: 99.99, cuota_iva: 21, total: 120.99, cobrado: 0, pendiente: 120.99 })
    assert.deepInclude(result, { divisa: "EUR", tipo_cambio: 1, contacto: null, fecha_emision: "2026-03-02", fecha_vencimiento: null })
    assert.deepStrictEqual(result.verifactu, { registrada: false, huella: null, registrada_en: null, aeat: null })
    const { lineas: _, ...summary } = result
    assert.deepStrictEqual(events, [{ suceso: "invoice.created", datos: { factura: summary } }])
  })

  it("fills in what is left out from the contact, then the organization, then the default", () => {
    const { result } = drafted({ contacto_id: customer.id, lineas: [line] })
    assert.deepInclude(result, { serie: "A", irpf: 15, cuota_irpf: 13.5, forma_pago: "card", fecha_vencimiento: "2026-05-01" })
    assert.deepInclude(result.lineas[0], { descuento: 10, tipo_iva: 21, cantidad: 3, clase: "goods", unidad: null })
    assert.deepInclude(result, { base_imponible: 89.99, cuota_iva: 18.9, total: 95.39 })
    const given = drafted({ contacto_id: customer.id, irpf: 0, forma_pago: "cash", plazos: "30/60", lineas: [{ ...line, descuento: 0 }] }).result
    assert.deepInclude(given, { irpf: 0, forma_pago: "cash", plazos: "30/60", fecha_vencimiento: "2026-04-01" })
    assert.strictEqual(given.lineas[0]?.descuento, 0)
  })

  it("keeps plazos as written, even if it names no days", () => {
    const { result } = drafted({ contacto_id: customer.id, plazos: "a la entrega", lineas: [line] })
    assert.deepInclude(result, { plazos: "a la entrega", fecha_vencimiento: "2026-05-01" })
  })

  it("computes the base from the gross when prices include tax: the gross never changes", () => {
    const { result } = drafted({ precios_con_iva: true, lineas: [{ descripcion: "x", precio: 100 }] })
    assert.deepInclude(result, { base_imponible: 82.64, cuota_iva: 17.36, total: 100 })
    assert.strictEqual(result.lineas[0]?.precio, 82.64)
  })

  it("dates it by the organization's zone, whatever the hour in UTC", () => {
    const lastNight = { now: "2026-06-30T22:30:00Z" }
    assert.strictEqual(drafted({ lineas: [line] }, lastNight).result.fecha_emision, "2026-07-01")
    const canary = { organization: { region_fiscal: "canarias" as const }, now: "2026-06-30T22:30:00Z" }
    assert.strictEqual(drafted({ lineas: [{ ...line, tipo_iva: 7 }] }, canary).result.fecha_emision, "2026-06-30")
    assert.strictEqual(drafted({ fecha_emision: "2026-06-30T22:30:00Z", lineas: [line] }).result.fecha_emision, "2026-07-01")
  })

  it("reports every field that breaks a rule at once", () => {
    const odd = { descripcion: "x", precio: 1, tipo_iva: 3 }
    const body = { contacto_id: "nadie", tipo_cambio: 2, recargo_equivalencia: true, lineas: [odd, { producto_id: "p" }] }
    assert.sameMembers([...fieldsOf(body)], ["contacto_id", "tipo_cambio", "lineas[0].tipo_iva", "lineas[1].producto_id"])
    assert.deepStrictEqual(fieldsOf({ divisa: "USD", lineas: [line] }), ["tipo_cambio"])
    assert.deepStrictEqual(fieldsOf({ divisa: "USD", tipo_cambio: 0.9, lineas: [line] }), [])
    assert.deepStrictEqual(fieldsOf({ divisa: "USD", tipo_cambio: 0, lineas: [line] }), [])
    assert.deepStrictEqual(fieldsOf({ recargo_equivalencia: true, lineas: [line, { ...line, tipo_iva: 3 }] }), ["lineas[1].tipo_iva"])
    const huge = { descripcion: "x", precio: 999_999_999, cantidad: 999_999_999 }
    assert.deepStrictEqual(fieldsOf({ lineas: [huge] }), ["lineas"])
  })

  it("blames the disbursements if they alone take the total beyond its limit", () => {
    const suplidos = 999_999_999_999.99
    assert.deepStrictEqual(fieldsOf({ suplidos, lineas: [line] }), ["suplidos"])
    assert.deepStrictEqual(fieldsOf({ suplidos, lineas: [{ ...line, cantidad: 999_999, precio: 999_999_999 }] }), ["lineas"])
    assert.deepStrictEqual(fieldsOf({ suplidos }), [])
  })

  it("says why it refuses figures, products and days", () => {
    const told = (body: object) => refusalOf(draft(body))
    const huge = { descripcion: "x", precio: 999_999_999, cantidad: 999_999_999 }
    assert.deepStrictEqual(told({ lineas: [huge] }), ["lineas: los importes no pueden pasar de 12 cifras enteras"])
    const most = { suplidos: 999_999_999_999.99, lineas: [line] }
    assert.deepStrictEqual(told(most), ["suplidos: con ellos el total no puede pasar de 12 cifras enteras"])
    const dear = { divisa: "USD", tipo_cambio: 999_999_999, lineas: [{ descripcion: "x", precio: 999_999 }] }
    assert.deepStrictEqual(told(dear), ["tipo_cambio: en euros el total no puede pasar de 12 cifras enteras"])
    const odd = { recargo_equivalencia: true, lineas: [{ ...line, tipo_iva: 3 }] }
    assert.deepStrictEqual(told(odd), ["lineas[0].tipo_iva: no tiene recargo de equivalencia"])
    assert.deepStrictEqual(told({ lineas: [{ producto_id: "p" }] }), ["lineas[0].producto_id: no existe ese producto"])
    assert.deepStrictEqual(told({ lineas: [line], tipo_cambio: 2 }), ["tipo_cambio: debe ser 1 en una factura en euros"])
    // Called directly, without the decoder that would refuse these.
    const undated = { fecha_emision: "2026-02-30", fecha_vencimiento: "2026-02-31" }
    const dayless = decideOn(draftInvoice(id, undated), { organization: [sampleOrganization(id)] })
    assert.deepStrictEqual(whyNot(dayless), ["fecha_emision", "fecha_vencimiento"])
  })

  it("refuses a series of rectifications; whether it mixes others is checked at issue", () => {
    const rectifying = (serie: string) => ({
      organizationId: id, id: seriesId("invoice", serie), tipo_documento: "invoice" as const, serie, tipo: "rectificative" as const,
      last: 1, holdsLive: true, holdsFull: true, holdsSimplified: false,
    })
    const within = { organization: [sampleOrganization(id)], series: [rectifying("R"), rectifying("S")] }
    const drafting = (body: object) => decideOn(draftInvoice(id, invoiceInput({ lineas: [line], ...body })), within)
    assert.deepStrictEqual(refusalOf(drafting({ serie: "R" })), ["serie: las facturas rectificativas llevan una serie propia"])
    for (const fine of [{ serie: "R", tipo_documento: "quote" }, { serie: "T" }, {}]) assert.deepStrictEqual(whyNot(drafting(fine)), [])
  })

  it("asks for a missing exchange rate", () => {
    const refusal = Either.getOrThrow(Either.flip(draft({ contacto_id: customer.id, lineas: [line] }, { contact: { ...customer, moneda: "USD" } })))
    assert.deepInclude(refusal, {
      campos: [{ campo: "tipo_cambio", motivo: "es obligatorio en una factura en USD: los euros que vale 1 USD" }],
    })
  })

  it("refuses an exchange rate that takes the record's amounts beyond their limit", () => {
    const dear = { divisa: "USD", tipo_cambio: 999_999_999, lineas: [{ descripcion: "x", precio: 999_999 }] }
    assert.deepStrictEqual(fieldsOf(dear), ["tipo_cambio"])
  })

  it("gives other documents their own series, and emits an event only for a delivery note", () => {
    const quote = drafted({ tipo_documento: "quote", lineas: [line] })
    assert.deepStrictEqual([quote.result.serie, quote.events], ["P", []])
    const delivery = drafted({ tipo_documento: "delivery", lineas: [line] })
    assert.strictEqual(delivery.result.serie, "ALB")
    assert.deepStrictEqual(delivery.events.map(({ suceso }) => suceso), ["delivery.created"])
  })
})
