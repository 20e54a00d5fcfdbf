import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { KeyMode } from "../../core/access/keyText.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { verifyChain } from "../../core/registry/chain.ts"
import { decideOn, noon, whyNot } from "../support/decideOn.ts"
import { id, issued, must, rowOf, withCustomer } from "../support/issuing.ts"
import { liveTerms, sampleOrganization } from "../support/samples.ts"

const decision = issued(withCustomer)
const invoice = must(rowOf(decision, "invoice"))
const chainHead = must(rowOf(decision, "chainHead"))

const annul = (given: Partial<Invoice> = {}, modo: KeyMode = "live", company: Partial<Organization> = {}) =>
  decideOn(
    annulInvoice(id, invoice.id, { motivo: "Duplicada" }, { ...liveTerms, modo }),
    { organization: [sampleOrganization(id, company)], invoice: [{ ...invoice, ...given }], chainHead: [chainHead] },
  )

const reason = (given: Partial<Invoice>, modo: KeyMode = "live") => whyNot(annul(given, modo)).join()

describe("an annulment", () => {
  it("cancels the invoice, which keeps its number and its huella, and tells of it", () => {
    const { events, result, rows } = Either.getOrThrow(annul())
    assert.deepInclude(result, { estado: "cancelled", numero: 1, referencia: "A-1" })
    assert.deepEqual(result.verifactu, decision.result.invoice.verifactu)
    assert.deepEqual(events.map(({ suceso }) => suceso), ["invoice.cancelled"])
    assert.deepNestedInclude(events[0]?.datos, { "factura.id": invoice.id, "factura.estado": "cancelled" })
    const row = must(rows.find((one) => one.table === "invoice")?.row)
    assert.deepInclude(row, { motivo_anulacion: "Duplicada", lifecycle: "cancelled" })
  })

  it("appends its record to the chain, after the invoice's own", () => {
    const annulled = Either.getOrThrow(annul())
    const record = must(rowOf(annulled, "registryRecord"))
    const first = must(rowOf(decision, "registryRecord"))
    const generated = "2026-03-02T13:00:00+01:00"
    assert.deepInclude(record, { orden: 2, tipo: "anulacion", factura_id: invoice.id, huella_anterior: first.huella, qr: null })
    assert.strictEqual(
      record.cadena,
      `IDEmisorFacturaAnulada=B12345674&NumSerieFacturaAnulada=A-1&FechaExpedicionFacturaAnulada=02-03-2026&Huella=${first.huella}&FechaHoraHusoGenRegistro=${generated}`,
    )
    const campos = {
      IDVersion: "1.0",
      IDFactura: {
        IDEmisorFacturaAnulada: "B12345674",
        NumSerieFacturaAnulada: "A-1",
        FechaExpedicionFacturaAnulada: "02-03-2026",
      },
      Encadenamiento: {
        RegistroAnterior: {
          IDEmisorFactura: "B12345674",
          NumSerieFactura: "A-1",
          FechaExpedicionFactura: "02-03-2026",
          Huella: first.huella,
        },
      },
      SistemaInformatico: first.campos["SistemaInformatico"],
      FechaHoraHusoGenRegistro: generated,
      TipoHuella: "01",
      Huella: record.huella,
    }
    assert.strictEqual(JSON.stringify(record.campos), JSON.stringify(campos))
    const head = must(rowOf(annulled, "chainHead"))
    assert.deepInclude(head, { orden: 2, huella: record.huella, nif: "B12345674", numserie: "A-1", fecha: invoice.fecha_emision })
    assert.isUndefined(verifyChain(() => [first, record], head))
  })

  it("is taken to AEAT at once where records are sent, and it has one", () => {
    const jobs = (...given: Parameters<typeof annul>) => Either.getOrThrow(annul(...given)).jobs
    assert.deepEqual(jobs({}, "live", { sendsRecords: true })?.map(({ due, kind }) => [kind, due]), [["registry", noon]])
    assert.deepEqual(jobs({ registry: null }, "live", { sendsRecords: true }), [])
    assert.deepEqual(jobs(), [])
  })

  it("writes no record for an invoice that has none, under either key", () => {
    for (const modo of ["live", "test"] as const) {
      const { rows } = Either.getOrThrow(annul({ registry: null }, modo))
      assert.deepEqual(rows.map(({ table }) => table), ["invoice"])
    }
  })

  it("is refused by a test key for an invoice that has a record", () => {
    assert.strictEqual(reason({}, "test"), "factura_registrada")
  })

  it("is refused for drafts, cancelled invoices, other documents, and while payments stand", () => {
    assert.strictEqual(reason({ lifecycle: "draft" }), "factura_en_borrador")
    assert.strictEqual(reason({ lifecycle: "cancelled" }), "factura_anulada")
    assert.strictEqual(reason({ tipo_documento: "proforma" }), "no_es_factura")
    assert.strictEqual(reason({ cobrado: cents(1) }), "factura_con_cobros")
  })

  it("is refused for an invoice that does not exist", () => {
    const command = annulInvoice(id, "ffff", { motivo: "x" }, liveTerms)
    const decided = decideOn(command, { organization: [sampleOrganization(id)] })
    assert.deepInclude(Either.getOrThrow(Either.flip(decided)), { _tag: "NotFound" })
  })
})
