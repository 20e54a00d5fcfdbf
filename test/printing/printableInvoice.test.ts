import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { issuerOf, recipientOf } from "../../core/invoices/parties.ts"
import { printableInvoice } from "../../core/printing/printableInvoice.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import { day, sampleContact, sampleInvoice, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const id = sampleOrganizationId()
const organization = sampleOrganization(id)
const [line] = sampleInvoice(id, 1).lineas

const issued = (given: Partial<Invoice> = {}): Invoice =>
  sampleInvoice(id, 1, {
    lifecycle: "issued",
    numero: 12,
    issuer: issuerOf(organization),
    recipient: recipientOf(sampleContact(id, 1, { nombre: "Cliente", cp: "08001", ciudad: "Barcelona", provincia: "Barcelona" })),
    registry: { huella: "A".repeat(64), registrada_en: instant(0), qr: "https://example.org/qr", lastRecord: id, held: null, aeat: null },
    emitida: instant(1_772_452_800_000),
    fecha_vencimiento: day("2026-04-01"),
    lineas: line === undefined ? [] : [{ ...line, cantidad: decimal6(1_500_000), precio: decimal8(6_600_000_000n), base: cents(9_900) }],
    ...given,
  })

const print = (invoice: Invoice) => printableInvoice(invoice, organization)

const totals = (invoice: Invoice) => print(invoice).totals.map(({ label, value }) => `${label}: ${value.replace("\u00A0", " ")}`)

describe("printableInvoice", () => {
  it("shows what the law asks of an invoice", () => {
    const page = print(issued())
    assert.deepInclude(page, { idioma: "es", title: "FACTURA", fileTitle: "Factura A-12", stamp: null })
    assert.deepStrictEqual(page.facts, [
      { label: "Número", value: "A-12" },
      { label: "Fecha de expedición", value: "01/03/2026" },
      { label: "Vencimiento", value: "01/04/2026" },
      { label: "Forma de pago", value: "Transferencia" },
    ])
    assert.deepStrictEqual(page.issuer.lines, ["Talleres Núñez SL", "NIF B12345674", "Calle Mayor 1", "28001 Madrid", "España"])
    assert.deepStrictEqual(page.recipient?.lines, ["Cliente", "NIF 12345678Z", "08001 Barcelona"])
    assert.deepStrictEqual(page.lines, [{
      descripcion: "Revisión", cantidad: "1,5\u00A0h", precio: "66,00", descuento: "", tipo_iva: "21\u00A0%", importe: "99,00",
    }])
    assert.deepStrictEqual(page.breakdownHeadings, ["Base imponible", "Tipo IVA", "Cuota IVA"])
    assert.deepStrictEqual(page.breakdown, [["100,00", "21\u00A0%", "21,00"]])
    assert.deepStrictEqual(page.qr, {
      url: "https://example.org/qr", above: "QR tributario:", below: "Factura verificable en la sede electrónica de la AEAT",
    })
  })

  it("prints both what is invoiced and what is to be paid where they differ", () => {
    assert.deepStrictEqual(totals(issued()), ["Base imponible: 100,00 €", "IVA: 21,00 €", "Total: 121,00 €"])
    const held = issued({ irpf: 15, cuota_irpf: cents(1_500), suplidos: cents(5_000), cuota_recargo: cents(520), total: cents(16_120) })
    assert.deepStrictEqual(totals(held), [
      "Base imponible: 100,00 €", "IVA: 21,00 €", "Recargo de equivalencia: 5,20 €", "Total factura: 126,20 €",
      "Retención IRPF 15\u00A0%: -15,00 €", "Suplidos: 50,00 €", "Total a pagar: 161,20 €",
    ])
  })

  it("marks a draft, a simplified invoice, other documents and what a test key issued", () => {
    const draft = print(sampleInvoice(id, 1))
    assert.deepInclude(draft, { stamp: "BORRADOR", title: "FACTURA SIMPLIFICADA", qr: null })
    assert.deepStrictEqual(draft.facts[0], { label: "Número", value: "Sin número" })
    assert.strictEqual(print(issued({ tipo_documento: "quote", registry: null })).title, "PRESUPUESTO")
    const test = print(issued({ registry: null }))
    assert.isNull(test.qr)
    assert.deepStrictEqual(test.notes.map(({ heading }) => heading), ["Documento de prueba"])
    assert.strictEqual(print(issued({ lifecycle: "cancelled" })).stamp, "ANULADA")
  })

  it("names what it rectifies and why, and what it is issued in exchange for", () => {
    const reference = { factura_id: "f1", nif: "B12345674", numserie: "A-3", fecha: day("2026-02-01") }
    const rectifica = {
      original: { ...reference, simplificada: false },
      metodo: "sustitucion",
      motivo: "Precio equivocado",
      causa: null,
      sustituido: { base: cents(1), cuota: cents(1), cuota_recargo: cents(0) },
    } as const
    const page = print(issued({ tipo: "rectificative", rectifica }))
    assert.strictEqual(page.title, "FACTURA RECTIFICATIVA")
    assert.deepInclude(page.facts, { label: "Rectifica", value: "A-3 de 01/02/2026" })
    assert.deepStrictEqual(page.notes, [{ heading: "Motivo de la rectificación (por sustitución)", text: "Precio equivocado" }])
    const exchange = print(issued({ sustituye: [reference, { ...reference, numserie: "S-4" }] }))
    assert.deepStrictEqual(exchange.notes, [
      { heading: "Sustituye a las facturas simplificadas", text: "A-3 de 01/02/2026; S-4 de 01/02/2026" },
    ])
  })

  it("tells the tax in euros where the invoice is in another currency", () => {
    const page = print(issued({ divisa: "USD", tipo_cambio: decimal6(900_000) }))
    assert.deepStrictEqual(page.notes, [
      { heading: "En euros (1 USD = 0,9 EUR)", text: "Cuota de IVA: 18,90\u00A0€\nTotal factura: 108,90\u00A0€" },
    ])
    assert.deepStrictEqual(print(issued({ divisa: "USD", tipo_documento: "quote" })).notes, [])
  })

  it("keeps showing the parties and the tax as of the issue", () => {
    const moved = printableInvoice(issued(), { ...organization, razon_social: "Otra SL", region_fiscal: "canarias" })
    assert.strictEqual(moved.issuer.lines[0], "Talleres Núñez SL")
    assert.strictEqual(moved.lineHeadings.tipo_iva, "IVA")
  })
})
