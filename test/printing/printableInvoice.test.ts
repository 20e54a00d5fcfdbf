import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { issuerOf, recipientOf } from "../../core/invoices/parties.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { printableInvoice } from "../../core/printing/printableInvoice.ts"
import { customer, issued as issueNow, must, rowOf } from "../support/issuing.ts"
import { day, sampleContact, sampleInvoice, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const id = sampleOrganizationId()
const organization = sampleOrganization(id)
const [line] = sampleInvoice(id, 1).lineas

const issued = (given: Partial<Invoice> = {}, issuer: Partial<Organization> = {}): Invoice =>
  sampleInvoice(id, 1, {
    lifecycle: "issued",
    numero: 12,
    issuer: issuerOf({ ...organization, ...issuer }),
    recipient: recipientOf(sampleContact(id, 1, { nombre: "Cliente", cp: "08001", ciudad: "Barcelona", provincia: "Barcelona" })),
    registry: { huella: "A".repeat(64), registrada_en: instant(0), qr: "https://example.org/qr", lastRecord: id, held: null, aeat: null, regimes: null },
    emitida: instant(1_772_452_800_000),
    fecha_vencimiento: day("2026-04-01"),
    lineas: line === undefined ? [] : [{ ...line, cantidad: decimal6(1_500_000), precio: decimal8(6_600_000_000n), base: cents(9_900) }],
    ...given,
  })

const print = (invoice: Invoice) => printableInvoice(invoice, organization, null)

/** An invoice of one line at rate zero. */
const untaxed = (clase: "goods" | "service", recipient: Partial<NonNullable<Invoice["recipient"]>>, issuer: Partial<Organization> = {}) => {
  const invoice = issued({}, issuer)
  const zero = { tipo_iva: decimal6(0), base: cents(9_900), cuota: cents(0), tipo_recargo: decimal6(0), cuota_recargo: cents(0) }
  const lineas = invoice.lineas.map((one) => ({ ...one, clase, tipo_iva: decimal6(0) }))
  const printed = print({
    ...invoice,
    lineas,
    rates: [zero],
    recipient: invoice.recipient === null ? null : { ...invoice.recipient, ...recipient },
  })
  const { mentions, rates } = printed
  assert.deepStrictEqual(printed.lineas.map(({ treatment }) => treatment), rates.map(({ treatment }) => treatment))
  return [rates[0]?.treatment, ...mentions.map(({ article, kind, law, tax }) => [kind, tax, law, article].join(" "))]
}

describe("printableInvoice", () => {
  it("contains what the law requires of an invoice, as plain data", () => {
    const page = print(issued())
    assert.deepStrictEqual(JSON.parse(JSON.stringify(page)), page)
    assert.deepInclude(page, {
      idioma: "es", kind: "invoice", prueba: false, referencia: "A-12", tax: "IVA", divisa: "EUR",
      fecha_emision: day("2026-03-01"), vencimientos: [day("2026-04-01")], forma_pago: "transfer", euros: null, mentions: [],
      qr: "https://example.org/qr", createdMillis: 1_772_452_800_000,
    })
    assert.strictEqual(page.issuer.nombre, "Talleres Núñez SL")
    assert.deepInclude(page.recipient, { nombre: "Cliente", nif: "12345678Z", cp: "08001" })
    assert.deepStrictEqual(page.lineas, [{
      descripcion: "Revisión", cantidad: "1.5", unidad: "h", precio: "66", descuento: "0", treatment: "taxed",
      tipo_iva: "21", base: cents(9_900),
    }])
    assert.deepStrictEqual(page.rates, [{
      treatment: "taxed", tipo_iva: "21", base: cents(10_000), cuota: cents(2_100), tipo_recargo: "0", cuota_recargo: cents(0),
    }])
  })

  it("gives a rate once, whatever is sold at it", () => {
    const { lineas } = issued()
    const mixed = lineas.flatMap((one) => [{ ...one, clase: "goods" as const }, { ...one, clase: "service" as const }])
    const { rates } = print(issued({ lineas: mixed, rates: issued().rates.map((rate) => ({ ...rate, base: cents(19_800), cuota: cents(4_158) })) }))
    assert.deepStrictEqual(rates.map(({ base, cuota, treatment }) => [treatment, base, cuota]), [["taxed", cents(19_800), cents(4_158)]])
  })

  it("gives no due day for a refund", () => {
    for (const total of [0, -12_100]) assert.deepStrictEqual(print(issued({ total: cents(total) })).vencimientos, [])
  })

  it("distinguishes the total of the invoice from what is to be paid", () => {
    const held = issued({ irpf: 15, cuota_irpf: cents(1_500), suplidos: cents(5_000), cuota_recargo: cents(520), total: cents(16_120) })
    assert.deepInclude(print(held).totals, { factura: cents(12_620), irpf: 15, cuota_irpf: cents(1_500), total: cents(16_120) })
  })

  it("tells apart drafts, simplified and rectifying invoices, other documents and test issues", () => {
    assert.deepInclude(print(sampleInvoice(id, 1)), { kind: "simplified", lifecycle: "draft", prueba: false, referencia: null })
    assert.deepInclude(print(issued({ tipo_documento: "quote", registry: null })), { kind: "quote", prueba: false })
    assert.deepInclude(print(issued({ registry: null })), { kind: "invoice", prueba: true, qr: null })
    assert.strictEqual(print(issued({ tipo: "rectificative" })).kind, "rectifying")
    assert.strictEqual(print(issued({ tipo: "rectificative", recipient: null })).kind, "simplified_rectifying")
  })

  it("names what it rectifies and what that replaces, and the tickets it is exchanged for", () => {
    const reference = { factura_id: "f1", nif: "B12345674", numserie: "A-3", fecha: day("2026-02-01"), operacion: null }
    const rectifica = {
      original: { ...reference, simplificada: false },
      metodo: "sustitucion",
      motivo: "Precio equivocado",
      causa: null,
      sustituido: { base: cents(100), cuota: cents(21), cuota_recargo: cents(5) },
      afterExchange: false,
    } as const
    assert.deepStrictEqual(print(issued({ tipo: "rectificative", rectifica })).rectifica, {
      numserie: "A-3", fecha: day("2026-02-01"), metodo: "sustitucion", motivo: "Precio equivocado",
      sustituido: { base: cents(100), cuota: cents(26) },
      importe: { base: cents(9_900), cuota: cents(2_074) },
    })
    const difference = print(issued({ tipo: "rectificative", rectifica: { ...rectifica, metodo: "diferencias" } }))
    assert.isNull(difference.rectifica?.sustituido)
    assert.isNull(difference.rectifica?.importe)
    assert.deepStrictEqual(print(issued({ sustituye: [reference] })).sustituye, [{ numserie: "A-3", fecha: day("2026-02-01") }])
  })

  it("gives the day of the operation if its record does", () => {
    const sustituye = [{ factura_id: "f1", nif: "B12345674", numserie: "S-3", fecha: day("2024-12-31"), operacion: null }]
    const old = issued().lineas.map((one) => ({ ...one, tipo_iva: decimal6(2_000_000) }))
    assert.strictEqual(print(issued({ lineas: old, sustituye })).fecha_operacion, day("2024-12-31"))
    assert.isNull(print(issued({ sustituye })).fecha_operacion)
  })

  it("gives the tax in euros if the invoice is in another currency", () => {
    const foreign = { divisa: "USD", tipo_cambio: decimal6(900_000) }
    assert.deepStrictEqual(print(issued(foreign)).euros, {
      tipo_cambio: "0.9", cuota_iva: cents(1_890), cuota_recargo: cents(0), factura: cents(10_890),
    })
    assert.isNull(print(issued({ ...foreign, tipo_documento: "quote" })).euros)
  })

  it("gives the same euros as its record, even if that splits a rate", () => {
    const contact = { ...customer, pais: "US", nif: "AB123" }
    const sold = (precio: number, tipo_iva: number, clase: string) => ({ descripcion: "x", descuento: 0, precio, tipo_iva, clase })
    const lineas = [sold(11.85, 0, "goods"), sold(22.65, 0, "service"), sold(33.55, 21, "goods")]
    const decision = issueNow({ contacto_id: contact.id, divisa: "USD", tipo_cambio: 0.9213, lineas }, { contact })
    const { campos } = must(rowOf(decision, "registryRecord"))
    assert.deepInclude(campos, { CuotaTotal: "6.49", ImporteTotal: "69.19" })
    assert.deepInclude(print(must(rowOf(decision, "invoice"))).euros, { cuota_iva: cents(649), factura: cents(6_919) })
  })

  it("keeps the parties, the tax and the regime as of the issue", () => {
    const moved = { ...organization, razon_social: "Otra SL", region_fiscal: "canarias", regimen_igic: "repep" } as const
    const page = printableInvoice(issued(), moved, null)
    assert.deepStrictEqual([page.issuer.nombre, page.tax], ["Talleres Núñez SL", "IVA"])
  })
})

describe("the intra-EU VAT id of the issuer", () => {
  const to = (given: Partial<NonNullable<Invoice["recipient"]>>, clase: "goods" | "service", rate = 0, company: Partial<Organization> = {}) => {
    const { lineas, rates, recipient, ...rest } = issued({}, company)
    const tipo_iva = decimal6(rate * 1_000_000)
    return print({
      ...rest,
      lineas: lineas.map((one) => ({ ...one, clase, tipo_iva })),
      rates: rates.map((one) => ({ ...one, tipo_iva })),
      recipient: recipient && { ...recipient, ...given },
    }).issuer.nif_iva
  }
  const france = { nif_iva: "FR12345678901", pais: "FR" }

  it("is shown if the sale is under that id: untaxed, to a business elsewhere in the Union", () => {
    assert.strictEqual(to(france, "goods"), "ESB12345674")
    assert.strictEqual(to(france, "service"), "ESB12345674")
    assert.isNull(to(france, "goods", 21))
    assert.isNull(to({ pais: "US" }, "goods"))
    assert.isNull(to({}, "service"))
    assert.isNull(to({ cp: "35001" }, "service"))
  })

  it("is not shown by a company outside the Union's VAT territory", () => {
    assert.isNull(to(france, "service", 0, { region_fiscal: "canarias" }))
  })
})

describe("the mentions required by law", () => {
  const france = { nif_iva: "FR12345678901", pais: "FR" }
  const unitedStates = { pais: "US" }
  const canarias = { cp: "35001", pais: "España" }

  it("are made under IVA", () => {
    assert.deepStrictEqual(untaxed("service", {}), ["exempt", "exempt IVA Ley 37/1992 20"])
    assert.deepStrictEqual(untaxed("goods", france), ["exempt", "intra_union IVA Ley 37/1992 25"])
    assert.deepStrictEqual(untaxed("goods", unitedStates), ["exempt", "export IVA Ley 37/1992 21"])
    assert.deepStrictEqual(untaxed("service", unitedStates), ["not_subject", "not_subject IVA Ley 37/1992 69"])
    assert.deepStrictEqual(untaxed("service", france), [
      "not_subject", "not_subject IVA Ley 37/1992 69", "reverse_charge IVA  ",
    ])
  })

  it("are made of services for which the customer owes the tax, in Spain too", () => {
    const reversed = ["not_subject", "not_subject IGIC Ley 20/1991 17", "reverse_charge IGIC  "]
    const madrid = { cp: "28001" }
    const melilla = { cp: "52001" }
    for (const elsewhere of [canarias, melilla]) {
      assert.deepStrictEqual(untaxed("service", elsewhere), ["not_subject", "not_subject IVA Ley 37/1992 69", "reverse_charge IVA  "])
    }
    for (const elsewhere of [madrid, melilla]) {
      assert.deepStrictEqual(untaxed("service", elsewhere, { region_fiscal: "canarias" }), reversed)
    }
    assert.deepStrictEqual(untaxed("service", madrid, { region_fiscal: "ceuta" }), [
      "not_subject", "not_subject IPSI Ley 8/1991 3", "reverse_charge IPSI  ",
    ])
    assert.deepStrictEqual(untaxed("service", melilla, { region_fiscal: "ceuta" }), ["not_subject", "not_subject IPSI Ley 8/1991 3"])
    assert.deepStrictEqual(untaxed("goods", madrid, { region_fiscal: "canarias" }), ["exempt", "export IGIC Ley 20/1991 11"])
  })

  it("are made under IGIC and IPSI", () => {
    const small = { region_fiscal: "canarias", regimen_igic: "repep" } as const
    assert.deepStrictEqual(untaxed("service", canarias, small), ["exempt", "small_business IGIC Decreto Legislativo 1/2025 90"])
    const retailer = { region_fiscal: "canarias", regimen_igic: "minorista" } as const
    assert.deepStrictEqual(untaxed("goods", canarias, retailer), ["exempt", "retailer IGIC Decreto Legislativo 1/2025 27"])
    assert.deepStrictEqual(untaxed("service", canarias, retailer), ["exempt", "exempt IGIC Decreto Legislativo 1/2025 "])
    assert.deepStrictEqual(untaxed("goods", {}, { region_fiscal: "ceuta" }), ["exempt", "export IPSI Ley 8/1991 8"])
    assert.deepStrictEqual(untaxed("goods", { cp: "51001" }, { region_fiscal: "ceuta" }), ["exempt", "exempt IPSI Ley 8/1991 7"])
  })

  it("are made if the surcharge is charged", () => {
    const [rate] = issued().rates
    const surcharged = rate === undefined ? [] : [{ ...rate, tipo_recargo: decimal6(5_200_000), cuota_recargo: cents(520) }]
    assert.deepStrictEqual(print(issued({ rates: surcharged })).mentions.map(({ kind }) => kind), ["surcharge"])
  })
})
