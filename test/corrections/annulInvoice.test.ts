import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { KeyMode } from "../../core/access/keyText.ts"
import { AnnulmentInput, annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { conflict } from "../../core/refusals/refusal.ts"
import { verifyChain } from "../../core/registry/chain.ts"
import { carriedOut, decideOn, noon, whyNot } from "../support/decideOn.ts"
import { id, issued, must, rowOf, withCustomer } from "../support/issuing.ts"
import { liveTerms, sampleOrganization, sampleProduct } from "../support/samples.ts"

const decision = issued(withCustomer)
const invoice = must(rowOf(decision, "invoice"))
const chainHead = must(rowOf(decision, "chainHead"))

const annul = (given: Partial<Invoice> = {}, modo: KeyMode = "live", company: Partial<Organization> = {}) =>
  decideOn(
    annulInvoice(id, invoice.id, { motivo: "Duplicada" }, { ...liveTerms, modo }),
    { organization: [sampleOrganization(id, company)], invoice: [{ ...invoice, ...given }], chainHead: [chainHead] },
  )

describe("an annulment", () => {
  it("cancels the invoice, which keeps its number and huella, and emits an event", () => {
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

  it("is sent to AEAT at once where records are sent, if it has a record", () => {
    const jobs = (...given: Parameters<typeof annul>) => Either.getOrThrow(annul(...given)).jobs
    assert.deepEqual(jobs({}, "live", { sendsRecords: true })?.map(({ due, kind }) => [kind, due]), [["registry", noon]])
    assert.deepEqual(jobs({ registry: null }, "live", { sendsRecords: true }), [])
    assert.deepEqual(jobs(), [])
  })

  it("writes no record for an invoice without one, under either key", () => {
    for (const modo of ["live", "test"] as const) {
      const { rows } = Either.getOrThrow(annul({ registry: null }, modo))
      assert.deepEqual(rows.map(({ table }) => table), ["invoice"])
    }
  })

  it("is refused with a test key for an invoice that has a record", () => {
    const liveOnly = conflict("factura_registrada", "Una factura registrada solo se anula con una clave real.")
    assert.deepStrictEqual(annul({}, "test"), Either.left(liveOnly))
  })

  it("is refused for drafts, cancelled invoices and other documents, and while there are payments", () => {
    const refusals = [
      [{ lifecycle: "draft" }, conflict("factura_en_borrador", "La factura es un borrador: se borra, no se anula.")],
      [{ lifecycle: "cancelled" }, conflict("factura_anulada", "La factura está anulada.")],
      [{ tipo_documento: "proforma" }, conflict("no_es_factura", "Solo se anulan facturas.")],
      [{ cobrado: cents(1) }, conflict("factura_con_cobros", "La factura tiene cobros registrados.")],
    ] as const
    for (const [given, refusal] of refusals) assert.deepStrictEqual(annul(given), Either.left(refusal))
  })

  it("returns its goods to stock, and is refused where stock has no room for them", () => {
    const lineas = [{ ...must(invoice.lineas[0]), producto_id: "p", clase: "goods", cantidad: decimal6(3_000_000) } as const]
    const withStock = (stock: number) =>
      decideOn(annulInvoice(id, invoice.id, { motivo: "Duplicada" }, liveTerms), {
        organization: [sampleOrganization(id)],
        invoice: [{ ...invoice, lineas }],
        chainHead: [chainHead],
        product: [sampleProduct(id, 1, { id: "p", nombre: "Pan", stock })],
      })
    const { events, rows } = carriedOut(withStock(1))
    assert.deepInclude(rows.find(({ table }) => table === "product")?.row, { id: "p", stock: 4 })
    assert.deepEqual(events.map(({ suceso }) => suceso), ["invoice.cancelled", "product.updated"])
    const full = conflict("stock_fuera_de_limites", "El stock de «Pan» no puede pasar de 12 cifras.")
    assert.deepStrictEqual(withStock(999_999_999_997), Either.left(full))
  })

  it("needs a reason in words", () => {
    const decode = inputDecoder(AnnulmentInput)
    assert.deepStrictEqual(decode({ motivo: "Emitida\ndos veces" }), Either.right({ motivo: "Emitida dos veces" }))
    for (const body of [{}, { motivo: "" }, { motivo: " " }, { motivo: null }]) {
      assert.deepStrictEqual(whyNot(decode(body)), ["motivo"], JSON.stringify(body))
    }
  })

  it("is refused for an invoice that does not exist", () => {
    const command = annulInvoice(id, "ffff", { motivo: "x" }, liveTerms)
    const decided = decideOn(command, { organization: [sampleOrganization(id)] })
    assert.deepInclude(Either.getOrThrow(Either.flip(decided)), { _tag: "NotFound" })
  })
})
