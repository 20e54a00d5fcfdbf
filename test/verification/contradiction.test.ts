import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { type AmendmentInput, amendRecord } from "../../core/corrections/amendRecord.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { fieldsAt, isList } from "../../core/registry/recordFields.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { noteVerdicts } from "../../core/submission/noteVerdicts.ts"
import { contradiction } from "../../core/verification/contradiction.ts"
import { Books } from "../support/Books.ts"
import { noon } from "../support/decideOn.ts"
import { customer, id, line, must } from "../support/issuing.ts"
import { day, liveTerms, sampleOrganization } from "../support/samples.ts"

/** An issued invoice of these lines, with what can be done to it. */
const scene = (lineas: ReadonlyArray<object> = [line], contact = customer) => {
  const books = new Books(sampleOrganization(id), contact)
  const { id: invoiceId } = must(books.invoiced({ lineas }))
  return {
    invoice: () => must(books.invoices.find((one) => one.id === invoiceId)),
    record: (orden: number) => must(books.records[orden - 1]),
    annul: () => void Either.getOrThrow(books.carryOut(annulInvoice(id, invoiceId, { motivo: "x" }, liveTerms))),
    /** Has the tax authority refuse the first record with the code, and makes it again a second later. */
    amend: (codigo: number, input: AmendmentInput = {}) => {
      const [first] = books.records
      const { id: recordId, orden } = must(first)
      const verdict = {
        organizationId: id, id: recordId, factura_id: invoiceId, orden, estado: "rejected", codigo, csv: null,
        descripcion: null, respuesta: {}, recibido: noon,
      } as const
      Either.getOrThrow(books.carryOut(noteVerdicts(id, [verdict], 60, { through: orden, alone: false })))
      Either.getOrThrow(books.carryOut(amendRecord(id, invoiceId, input, liveTerms), instant(noon + 1_000)))
    },
  }
}

const unsound = "es de una factura cuyos importes no cuadran"

/** What is said of a record after a change to it. */
const ofRecord = (change: (record: RegistryRecord) => Partial<RegistryRecord>): string | undefined => {
  const { invoice, record } = scene()
  return contradiction({ ...record(1), ...change(record(1)) }, invoice())
}

/** What is said of the record of an invoice after a change to the invoice. */
const ofInvoice = (change: (invoice: Invoice) => Partial<Invoice>, lineas?: ReadonlyArray<object>): string | undefined => {
  const { invoice, record } = scene(lineas)
  return contradiction(record(1), { ...invoice(), ...change(invoice()) })
}

describe("a record", () => {
  it("has the fields that its text and its huella say", () => {
    const said = "tiene campos que no dicen lo que su texto"
    assert.strictEqual(ofRecord(({ campos }) => ({ campos: { ...campos, ImporteTotal: "1.00" } })), said)
    assert.strictEqual(ofRecord(({ campos }) => ({ campos: { ...campos, Huella: "0".repeat(64) } })), said)
  })

  it("is of the invoice that it names", () => {
    const said = "no es de la factura que nombra"
    assert.strictEqual(ofInvoice(() => ({ issuer: null })), said)
    assert.strictEqual(ofInvoice(({ issuer }) => ({ issuer: issuer && { ...issuer, nif: null } })), said)
    assert.strictEqual(ofInvoice(({ issuer }) => ({ issuer: issuer && { ...issuer, nif: "B87654323" } })), said)
    assert.strictEqual(ofInvoice(() => ({ numero: null })), said)
    assert.strictEqual(ofInvoice(() => ({ numero: 2 })), said)
    assert.strictEqual(ofInvoice(() => ({ serie: "OTRA-" })), said)
    assert.strictEqual(ofInvoice(() => ({ fecha_emision: day("2020-02-29") })), said)
  })

  it("is known to its invoice", () => {
    assert.strictEqual(ofInvoice(() => ({ registry: null })), "no consta en su factura")
    assert.strictEqual(ofInvoice(() => ({ lifecycle: "draft" })), "no consta en su factura")
  })

  it("has the date, the QR and the huella that its invoice prints", () => {
    const said = "tiene otra fecha u otro QR que su factura"
    assert.strictEqual(ofInvoice(({ registry }) => ({ registry: registry && { ...registry, qr: "otro" } })), said)
    assert.strictEqual(ofInvoice(({ registry }) => ({ registry: registry && { ...registry, registrada_en: instant(0) } })), said)
    assert.strictEqual(
      ofInvoice(({ registry }) => ({ registry: registry && { ...registry, huella: "otra" } })),
      "no tiene la huella de su factura",
    )
  })

  it("states what its invoice does", () => {
    assert.strictEqual(
      ofInvoice(({ recipient }) => ({ recipient: recipient && { ...recipient, nombre: "Otro" } })),
      "no dice lo que su factura: Destinatarios es otro",
    )
  })

  it("has a breakdown that an invoice can have", () => {
    const { invoice, record } = scene()
    const { campos } = record(1)
    const details = fieldsAt(campos, "Desglose")?.["DetalleDesglose"]
    const [detail] = details !== undefined && isList(details) ? details : []
    const own = must(detail)
    const breakdowns = [
      "texto",
      {},
      { DetalleDesglose: "texto" },
      { DetalleDesglose: [] },
      { DetalleDesglose: [own, own] },
      { DetalleDesglose: [{ ...own, ClaveRegimen: "99" }] },
      { DetalleDesglose: [{ ...own, CalificacionOperacion: "S9" }] },
    ]
    for (const Desglose of breakdowns) {
      const said = contradiction({ ...record(1), campos: { ...campos, Desglose } }, invoice())
      assert.strictEqual(said, "no dice lo que su factura: Desglose es otro", JSON.stringify(Desglose))
    }
  })
})

describe("the first record of an invoice whose record was made again", () => {
  it("may have a date that the invoice has no more, and what the last one has counts", () => {
    const { amend, invoice, record } = scene()
    amend(1244)
    assert.notStrictEqual(record(1).generado, record(2).generado)
    assert.isUndefined(contradiction(record(1), invoice()))
    assert.isUndefined(contradiction(record(2), invoice()))
    const { registry } = invoice()
    assert.strictEqual(
      contradiction(record(2), { ...invoice(), registry: registry && { ...registry, qr: "otro" } }),
      "tiene otra fecha u otro QR que su factura",
    )
  })

  it("may name a recipient whom the census does not have", () => {
    const { amend, invoice, record } = scene([line], { ...customer, nif: "12345678Z" })
    amend(1110, { destinatario_no_censado: true })
    assert.isUndefined(contradiction(record(1), invoice()))
    assert.isUndefined(contradiction(record(2), invoice()))
  })
})

describe("the record of an annulment", () => {
  it("is of an annulled invoice, and the last", () => {
    const { annul, invoice, record } = scene()
    annul()
    assert.isUndefined(contradiction(record(1), invoice()))
    assert.isUndefined(contradiction(record(2), invoice()))
    assert.strictEqual(contradiction(record(2), { ...invoice(), lifecycle: "issued" }), "anula una factura que no consta como anulada")
    const { registry } = invoice()
    assert.strictEqual(
      contradiction(record(1), { ...invoice(), registry: registry && { ...registry, lastRecord: record(1).id } }),
      "es el último de una factura que consta como anulada",
    )
  })
})

describe("an invoice", () => {
  it("adds up, each sum by itself", () => {
    const more = (amount: number) => cents(amount + 1)
    assert.strictEqual(ofInvoice(({ total }) => ({ total: more(total) })), unsound)
    assert.strictEqual(ofInvoice(({ base_imponible, total }) => ({ base_imponible: more(base_imponible), total: more(total) })), unsound)
    assert.strictEqual(ofInvoice(({ cuota_iva, total }) => ({ cuota_iva: more(cuota_iva), total: more(total) })), unsound)
    assert.strictEqual(ofInvoice(({ cuota_recargo, total }) => ({ cuota_recargo: more(cuota_recargo), total: more(total) })), unsound)
    assert.strictEqual(ofInvoice(({ cuota_irpf, total }) => ({ cuota_irpf: more(cuota_irpf), total: cents(total - 1) })), unsound)
    assert.strictEqual(ofInvoice(({ lineas }) => ({ lineas: lineas.map((sold) => ({ ...sold, base: more(sold.base) })) })), unsound)
  })

  it("has no tax at zero percent", () => {
    const free = { ...line, tipo_iva: 0 }
    const taxed = (part: "cuota" | "cuota_recargo", sum: "cuota_iva" | "cuota_recargo") =>
      ofInvoice(({ rates, total, ...invoice }) => ({
        rates: rates.map((rate) => ({ ...rate, [part]: cents(1) })),
        [sum]: cents(invoice[sum] + 1),
        total: cents(total + 1),
      }), [free])
    assert.isUndefined(ofInvoice(() => ({}), [free]))
    assert.strictEqual(taxed("cuota", "cuota_iva"), unsound)
    assert.strictEqual(taxed("cuota_recargo", "cuota_recargo"), unsound)
  })

  it("has figures that an invoice can have", () => {
    assert.strictEqual(ofInvoice(() => ({ irpf: 1 })), unsound)
    assert.strictEqual(ofInvoice(() => ({ irpf: 1e300 })), unsound)
  })
})
