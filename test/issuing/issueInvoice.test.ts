import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { statusOf } from "../../core/invoices/status.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { conflict, invalidField } from "../../core/refusals/refusal.ts"
import { huellaOf } from "../../core/registry/huella.ts"
import { decideOn, noon } from "../support/decideOn.ts"
import { customer, id, issue, issued, line, must, refused, rowOf, withCustomer } from "../support/issuing.ts"
import { day, liveTerms, sampleContact, sampleOrganization } from "../support/samples.ts"

describe("issueInvoice", () => {
  it("gives the next number of the series and emits an event (contract, section 3.1)", () => {
    const decision = issued(withCustomer, { series: { last: 41 } })
    assert.deepInclude(decision.result.invoice, { estado: "sent", serie: "A", numero: 42, referencia: "A-42" })
    assert.isTrue(decision.result.first)
    assert.deepStrictEqual(decision.events.map(({ suceso }) => suceso), ["invoice.issued"])
    assert.strictEqual(rowOf(decision, "series")?.last, 42)
  })

  it("writes the record of an ordinary alta, the first of which has no link", () => {
    const decision = issued(withCustomer)
    const record = must(rowOf(decision, "registryRecord"))
    const expected = "IDEmisorFactura=B12345674&NumSerieFactura=A-1&FechaExpedicionFactura=02-03-2026&TipoFactura=F1"
      + "&CuotaTotal=21.00&ImporteTotal=121.00&Huella=&FechaHoraHusoGenRegistro=2026-03-02T13:00:00+01:00"
    assert.strictEqual(record.cadena, expected)
    assert.strictEqual(record.huella, huellaOf(expected))
    assert.deepInclude(record, { orden: 1, huella_anterior: null, tipo: "alta" })
    assert.deepStrictEqual(record.campos["Encadenamiento"], { PrimerRegistro: "S" })
    assert.deepStrictEqual(record.campos["Desglose"], {
      DetalleDesglose: [{
        Impuesto: "01", ClaveRegimen: "01", CalificacionOperacion: "S1", TipoImpositivo: "21",
        BaseImponibleOimporteNoSujeto: "100.00", CuotaRepercutida: "21.00",
      }],
    })
    assert.deepStrictEqual(record.campos["Destinatarios"], {
      IDDestinatario: [{ NombreRazon: customer.nombre, NIF: "12345678Z" }],
    })
    assert.strictEqual(
      record.qr,
      "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=A-1&fecha=02-03-2026&importe=121.00",
    )
    const { verifactu } = decision.result.invoice
    assert.deepStrictEqual(verifactu, { registrada: true, huella: record.huella, registrada_en: "2026-03-02T12:00:00.000Z", aeat: null })
  })

  it("links it to the last record of the company's chain, whatever its series", () => {
    const chainHead = {
      organizationId: id, id, orden: 7, huella: "A".repeat(64), seal: "B".repeat(64), nif: "B12345674", numserie: "Z-9", fecha: day("2026-02-28"), generado: noon,
    }
    const decision = issued(withCustomer, { chainHead })
    const record = must(rowOf(decision, "registryRecord"))
    assert.include(record.cadena, `&Huella=${"A".repeat(64)}&`)
    assert.deepStrictEqual([record.orden, record.huella_anterior], [8, "A".repeat(64)])
    assert.deepStrictEqual(record.campos["Encadenamiento"], {
      RegistroAnterior: {
        IDEmisorFactura: "B12345674", NumSerieFactura: "Z-9", FechaExpedicionFactura: "28-02-2026", Huella: "A".repeat(64),
      },
    })
    assert.deepInclude(rowOf(decision, "chainHead"), { orden: 8, huella: record.huella, numserie: "A-1" })
  })

  it("leaves withholding and disbursements out of the record's total", () => {
    const decision = issued({ ...withCustomer, irpf: 15, suplidos: 50 })
    assert.strictEqual(decision.result.invoice.total, 156)
    assert.include(must(rowOf(decision, "registryRecord")).cadena, "&CuotaTotal=21.00&ImporteTotal=121.00&")
  })

  it("writes the record in EUR when the invoice is in another currency", () => {
    const decision = issued({ ...withCustomer, divisa: "USD", tipo_cambio: 0.5 })
    assert.include(must(rowOf(decision, "registryRecord")).cadena, "&CuotaTotal=10.50&ImporteTotal=60.50&")
  })

  it("writes no record under a test key, but gives a number (contract, section 5 rule 11)", () => {
    const decision = issued(withCustomer, { modo: "test", series: { last: 3, holdsLive: true } })
    assert.deepInclude(decision.result.invoice, { numero: 4 })
    assert.deepStrictEqual(decision.result.invoice.verifactu, { registrada: false, huella: null, registrada_en: null, aeat: null })
    assert.isUndefined(rowOf(decision, "registryRecord"))
    assert.strictEqual(rowOf(decision, "activityEntry")?.tipo, "test_issue_in_live_series")
  })

  it("warns of a test issue in a series that has live invoices, but not before it has some", () => {
    const live = issued(withCustomer)
    const afterLive = issued(withCustomer, { modo: "test", series: must(rowOf(live, "series")) })
    assert.strictEqual(rowOf(afterLive, "activityEntry")?.tipo, "test_issue_in_live_series")
    assert.isTrue(rowOf(afterLive, "series")?.holdsLive)
    const test = issued(withCustomer, { modo: "test" })
    const afterTest = issued(withCustomer, { modo: "test", series: must(rowOf(test, "series")) })
    assert.isUndefined(rowOf(afterTest, "activityEntry"))
  })

  it("writes no record for documents other than invoices, and numbers them separately", () => {
    const decision = issued({ ...withCustomer, tipo_documento: "quote", serie: "A" })
    assert.isUndefined(rowOf(decision, "registryRecord"))
    assert.deepStrictEqual([rowOf(decision, "series")?.id, decision.events], ["quote:A", []])
  })

  it("moves a default date to the day of issue, and with it the due date that follows from it", () => {
    const late = { draftedAt: "2026-03-02T12:00:00Z", issuedAt: "2026-03-31T22:30:00Z" }
    const moved = issued({ ...withCustomer, plazos: "30" }, late).result.invoice
    assert.deepInclude(moved, { fecha_emision: "2026-04-01", fecha_vencimiento: "2026-05-01" })
    const chosen = issued({ ...withCustomer, fecha_emision: "2026-03-10", plazos: "30" }, late).result.invoice
    assert.deepInclude(chosen, { fecha_emision: "2026-03-10", fecha_vencimiento: "2026-04-09" })
  })

  it("keeps a chosen due date when the issue date moves", () => {
    const late = { draftedAt: "2026-03-02T12:00:00Z", issuedAt: "2026-03-31T22:30:00Z" }
    const chosen = issued({ ...withCustomer, fecha_vencimiento: "2026-06-15" }, late).result.invoice
    assert.deepInclude(chosen, { fecha_emision: "2026-04-01", fecha_vencimiento: "2026-06-15" })
  })

  it("queues the record where records are sent, and emits the invoice as it is then", () => {
    const sends = { organization: { sendsRecords: true } }
    const decision = issued(withCustomer, sends)
    assert.deepStrictEqual(decision.jobs?.map(({ due, kind }) => [kind, due]), [["registry", noon]])
    assert.deepStrictEqual(issued(withCustomer, { ...sends, modo: "test" }).jobs, [])
    assert.deepStrictEqual(issued({ ...withCustomer, tipo_documento: "quote" }, sends).jobs, [])
    assert.deepStrictEqual(issued(withCustomer).jobs, [])
    const [event] = decision.events
    assert.deepInclude(JSON.parse(JSON.stringify(event?.datos)).factura, { id: decision.result.invoice.id, estado: "sent", numero: 1 })
  })

  it("always returns the invoice as sent, even with a due date in the past", () => {
    assert.strictEqual(issued({ ...withCustomer, fecha_vencimiento: "2026-01-01" }).result.invoice.estado, "sent")
  })

  it("uses the day of the clock, even if the company once wrote under a clock a year ahead", () => {
    const dated = { ...withCustomer, fecha_vencimiento: "2026-03-20" }
    const invoice = must(rowOf(issued(dated, { issuedAt: "2027-03-02T12:00:00Z", issuedByClock: "2026-03-02T13:00:00Z" }), "invoice"))
    assert.deepStrictEqual([invoice.fecha_emision, statusOf(invoice, day("2026-03-20"))], [day("2026-03-02"), "sent"])
    assert.strictEqual(statusOf(invoice, day("2026-03-21")), "overdue")
    // If the clocks of two processes differ by little, the order of writing decides.
    const ahead = { issuedAt: "2026-03-02T12:00:00.005Z", issuedByClock: "2026-03-02T12:00:00Z" }
    assert.strictEqual(rowOf(issued(withCustomer, ahead), "invoice")?.emitida, Date.parse(ahead.issuedAt))
  })

  it("freezes the recipient as it is now", () => {
    const renamed = { ...customer, nombre: "Nombre nuevo" }
    const decision = issued(withCustomer, { contact: renamed, change: (draft) => ({ ...draft, recipient: null, contacto_id: renamed.id }) })
    assert.strictEqual(decision.result.invoice.contacto?.nombre, "Nombre nuevo")
  })

  it("gives a requested number if it is the next one or the first of the series, and no other", () => {
    assert.strictEqual(issued({ ...withCustomer, numero: 500 }).result.invoice.numero, 500)
    assert.strictEqual(issued({ ...withCustomer, numero: 8 }, { series: { last: 7 } }).result.invoice.numero, 8)
    assert.deepStrictEqual(refused({ ...withCustomer, numero: 9 }, { series: { last: 7 } }), ["numero_no_disponible"])
    assert.deepStrictEqual(refused({ ...withCustomer, numero: 7 }, { series: { last: 7 } }), ["numero_no_disponible"])
    assert.deepStrictEqual(
      issue({ ...withCustomer, numero: 9 }, { series: { last: 7 } }),
      Either.left(conflict("numero_no_disponible", "El número 9 no es el siguiente de la serie A, que es el 8.")),
    )
  })

  it("refuses what the tax authority would refuse, with every reason, before it spends a number", () => {
    const nobody = sampleContact(id, 1, { nif: null })
    assert.sameMembers(
      [...refused(
        { contacto_id: nobody.id, fecha_emision: "2026-03-03", lineas: [{ ...line, tipo_iva: 20 }] },
        { contact: nobody, organization: { nif: null } },
      )],
      ["organizacion.nif", "contacto.nif", "fecha_emision", "lineas[0].tipo_iva"],
    )
    assert.deepStrictEqual(refused({ contacto_id: customer.id }), ["lineas"])
    assert.deepStrictEqual(refused({ ...withCustomer, fecha_emision: "2024-10-27" }), ["fecha_emision"])
    assert.deepStrictEqual(refused({ ...withCustomer, fecha_emision: "2024-10-28" }), [])
    const long = sampleContact(id, 1, { nombre: "x".repeat(121) })
    assert.deepStrictEqual(refused({ contacto_id: long.id, lineas: [line] }, { contact: long }), ["contacto.nombre"])
  })

  it("accepts a recipient with a foreign id or an intra-EU VAT id", () => {
    const french = sampleContact(id, 1, { nif: null, nif_iva: "FR12345678901" })
    const record = must(rowOf(issued({ contacto_id: french.id, lineas: [line] }, { contact: french }), "registryRecord"))
    assert.deepStrictEqual(record.campos["Destinatarios"], {
      IDDestinatario: [{ NombreRazon: french.nombre, IDOtro: { IDType: "02", ID: "FR12345678901" } }],
    })
    const american = sampleContact(id, 1, { nif: "987654321X", pais: "US" })
    assert.deepStrictEqual(refused({ contacto_id: american.id, lineas: [line] }, { contact: american }), [])
    const unknown = sampleContact(id, 1, { nif: "987654321X", pais: "Estados Unidos" })
    assert.deepStrictEqual(refused({ contacto_id: unknown.id, lineas: [line] }, { contact: unknown }), ["contacto.pais"])
  })

  it("limits a simplified invoice to 3 000 EUR with taxes, but without withholding and disbursements", () => {
    const simplified = (precio: number, more: object = {}) => ({ lineas: [{ ...line, precio }], ...more })
    assert.strictEqual(issued(simplified(2_479.34)).result.invoice.total, 3_000)
    assert.include(must(rowOf(issued(simplified(10)), "registryRecord")).cadena, "&TipoFactura=F2&")
    assert.deepStrictEqual(refused(simplified(2_479.35)), ["contacto_id"])
    assert.deepStrictEqual(refused(simplified(2_479.34, { suplidos: 500 })), [])
    assert.deepStrictEqual(refused(simplified(2_479.35, { irpf: 15 })), ["contacto_id"])
  })

  it("refuses disbursements alone, which are not a sale", () => {
    const free = { ...line, precio: 0 }
    const alone = issue({ contacto_id: customer.id, suplidos: 300, lineas: [free] })
    assert.deepStrictEqual(alone, Either.left(invalidField("suplidos", "una factura no puede llevar solo suplidos")))
    assert.deepStrictEqual(refused({ contacto_id: customer.id, suplidos: 300, lineas: [free, line] }), [])
    const [withoutTax, taxAlone] = [[{ ...line, tipo_iva: 0 }], [line, { ...line, precio: -100, tipo_iva: 10 }]]
    assert.deepStrictEqual(refused({ contacto_id: customer.id, suplidos: 300, lineas: withoutTax }), [])
    assert.deepStrictEqual(refused({ contacto_id: customer.id, suplidos: 300, lineas: taxAlone }), [])
    assert.deepStrictEqual(refused({ contacto_id: customer.id, lineas: [free] }), [])
  })

  it("returns the same invoice when it is repeated, and writes nothing", () => {
    const first = issued(withCustomer)
    const invoice = must(rowOf(first, "invoice"))
    const again = decideOn(issueInvoice(id, invoice.id, liveTerms), { organization: [sampleOrganization(id)], invoice: [invoice] })
    assert.deepStrictEqual(again, Either.right({ result: { invoice: first.result.invoice, first: false }, rows: [], events: [] }))
  })

  it("refuses drafts that do not exist, annulled invoices, and an ordinary invoice in the series of rectifications", () => {
    const missing = decideOn(issueInvoice(id, "f".repeat(32), liveTerms), { organization: [sampleOrganization(id)] })
    assert.deepStrictEqual(missing, Either.left({ _tag: "NotFound", what: "la factura" }))
    assert.deepStrictEqual(refused(withCustomer, { change: (draft) => ({ ...draft, lifecycle: "cancelled" }) }), ["factura_anulada"])
    assert.deepStrictEqual(refused(withCustomer, { series: { tipo: "rectificative", last: 1 } }), ["serie"])
  })

  it("warns once, in the activity log, of a series that begins to mix full and simplified invoices", () => {
    const mixing = issued({ serie: "A", lineas: [line] }, { series: { last: 1, holdsFull: true } })
    assert.strictEqual(rowOf(mixing, "activityEntry")?.tipo, "mixed_series")
    const mixed = issued({ serie: "A", lineas: [line] }, { series: { last: 2, holdsFull: true, holdsSimplified: true } })
    assert.isUndefined(rowOf(mixed, "activityEntry"))
  })

  it("uses the tax and the zone of the Canary Islands", () => {
    const canary = { organization: { region_fiscal: "canarias" as const } }
    const record = must(rowOf(issued({ ...withCustomer, lineas: [{ ...line, tipo_iva: 7 }] }, canary), "registryRecord"))
    assert.include(record.cadena, "FechaHoraHusoGenRegistro=2026-03-02T12:00:00+00:00")
    assert.deepInclude(JSON.parse(JSON.stringify(record.campos["Desglose"])).DetalleDesglose[0], { Impuesto: "03", TipoImpositivo: "7" })
    assert.deepStrictEqual(refused({ ...withCustomer, lineas: [{ ...line, tipo_iva: 21 }] }, canary), ["lineas[0].tipo_iva"])
  })
})
