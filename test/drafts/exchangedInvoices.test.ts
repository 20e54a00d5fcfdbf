import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { RowSet } from "../../core/commit/tables.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { updateInvoice } from "../../core/drafts/updateInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import type { InvoiceResource } from "../../core/invoices/invoiceResource.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { invalidField } from "../../core/refusals/refusal.ts"
import { aeatErrors } from "../registry/aeatValidations.ts"
import { decideOn, refusalOf, whyNot } from "../support/decideOn.ts"
import { customer, id, issued, line, must, rowOf, withCustomer } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleId, sampleOrganization } from "../support/samples.ts"

const simplified = (): Invoice => ({ ...must(rowOf(issued({ lineas: [line] }), "invoice")), id: sampleId() })
const [one, two] = [simplified(), simplified()]
const full: Invoice = { ...must(rowOf(issued(withCustomer), "invoice")), id: sampleId() }

const rows = { organization: [sampleOrganization(id)], contact: [customer], invoice: [one, two, full] }

const draft = (body: object) => decideOn(draftInvoice(id, invoiceInput(body)), rows)

const fields = (body: object) =>
  whyNot(draft(body))

describe("a full invoice in exchange for simplified ones", () => {
  it("is F3 in its record, which names each of them", () => {
    const drafted = Either.getOrThrow(draft({ ...withCustomer, facturas_sustituidas: [one.id, two.id] }))
    const invoice = must(rowOf(drafted, "invoice"))
    const decision = Either.getOrThrow(decideOn(issueInvoice(id, invoice.id, liveTerms), { ...rows, invoice: [...rows.invoice, invoice] }))
    const campos = must(rowOf(decision, "registryRecord")).campos
    assert.deepEqual(aeatErrors(campos, "alta", "2026-03-02"), [])
    const named = { IDEmisorFactura: "B12345674", NumSerieFactura: "S-1", FechaExpedicionFactura: "02-03-2026" }
    assert.deepInclude(campos, { TipoFactura: "F3", FacturasSustituidas: { IDFacturaSustituida: [named, named] } })
    assert.deepEqual(
      Object.keys(campos).slice(0, 6),
      ["IDVersion", "IDFactura", "NombreRazonEmisor", "TipoFactura", "FacturasSustituidas", "DescripcionOperacion"],
    )
  })

  it("cannot be dated before any of them", () => {
    const exchange = (fecha_emision: string) => {
      const input = invoiceInput({ ...withCustomer, facturas_sustituidas: [one.id, two.id], fecha_emision })
      const drafted = must(rowOf(Either.getOrThrow(decideOn(draftInvoice(id, input), rows)), "invoice"))
      return decideOn(issueInvoice(id, drafted.id, liveTerms), { ...rows, invoice: [...rows.invoice, drafted] })
    }
    const motivo = "no puede ser anterior a la de la factura S-1, que es del 02/03/2026"
    assert.deepStrictEqual(exchange("2026-03-01"), Either.left(invalidField("fecha_emision", motivo)))
    assert.isTrue(Either.isRight(exchange("2026-03-02")))
  })

  it("uses the rates of their day, which its record states as that of the operation", () => {
    const lineas = [{ ...line, tipo_iva: 2 }]
    const old: Invoice = { ...must(rowOf(issued({ lineas, fecha_emision: "2024-12-31" }), "invoice")), id: sampleId() }
    const issuing = (facturas_sustituidas: ReadonlyArray<string>) => {
      const invoice = [...rows.invoice, old]
      const body = invoiceInput({ ...withCustomer, lineas, facturas_sustituidas })
      const drafted = must(rowOf(Either.getOrThrow(decideOn(draftInvoice(id, body), { ...rows, invoice })), "invoice"))
      return decideOn(issueInvoice(id, drafted.id, liveTerms), { ...rows, invoice: [...invoice, drafted] })
    }
    const campos = must(rowOf(Either.getOrThrow(issuing([one.id, old.id])), "registryRecord")).campos
    assert.deepEqual(aeatErrors(campos, "alta", "2026-03-02"), [])
    assert.strictEqual(campos["FechaOperacion"], "31-12-2024")
    assert.isTrue(Either.isLeft(issuing([one.id])))
  })

  it("takes only issued simplified invoices, each once", () => {
    const body = { ...withCustomer, facturas_sustituidas: [one.id, full.id, sampleId(), one.id] }
    assert.deepEqual(fields(body), [1, 2, 3].map((i) => `facturas_sustituidas[${i}]`))
    const annulled: Invoice = { ...one, lifecycle: "cancelled" }
    const decided = decideOn(
      draftInvoice(id, invoiceInput({ ...withCustomer, facturas_sustituidas: [one.id] })),
      { ...rows, invoice: [annulled] },
    )
    assert.isTrue(Either.isLeft(decided))
  })

  describe("says why one cannot be exchanged, if it", () => {
    const exchanging = (ids: ReadonlyArray<string>, given: RowSet = rows) =>
      decideOn(draftInvoice(id, invoiceInput({ ...withCustomer, facturas_sustituidas: ids })), { ...rows, ...given })

    it("does not exist, is named twice, or is replaced already", () => {
      assert.deepEqual(refusalOf(exchanging([one.id, full.id, one.id])), [
        "facturas_sustituidas[1]: debe ser una factura simplificada emitida",
        "facturas_sustituidas[2]: está repetida",
      ])
      const none = { organizationId: id, id: one.id, diferencias: [], sustituciones: 0, canjes: 0 }
      const replaced = ["facturas_sustituidas[0]: ya está sustituida por otra factura"]
      for (const by of [{ sustituciones: 1 }, { canjes: 1 }]) {
        assert.deepEqual(refusalOf(exchanging([one.id], { invoiceCorrections: [{ ...none, ...by }] })), replaced)
      }
      assert.deepEqual(whyNot(exchanging([one.id], { invoiceCorrections: [none] })), [])
    })

    it("states differences from another one, unless since that one's exchange", () => {
      const telling = (afterExchange: boolean, metodo: "diferencias" | "sustitucion" = "diferencias"): Invoice => {
        const original = { factura_id: one.id, numserie: "S-1", nif: "B12345674", fecha: one.fecha_emision, operacion: null, simplificada: true }
        const sustituido = { base: one.base_imponible, cuota: one.cuota_iva, cuota_recargo: one.cuota_recargo }
        return { ...two, tipo: "rectificative", rectifica: { original, metodo, motivo: "x", causa: null, sustituido, afterExchange } }
      }
      const told = (invoice: Invoice) => whyNot(exchanging([two.id], { invoice: [one, invoice] }))
      assert.deepEqual(refusalOf(exchanging([two.id], { invoice: [one, telling(false)] })), [
        "facturas_sustituidas[0]: rectifica por diferencias otra factura simplificada y se sustituye junto con ella",
      ])
      assert.deepEqual(told(telling(true)), [])
      assert.deepEqual(told(telling(false, "sustitucion")), [])
    })

    it("has more lines, together with the others, than there is room for", () => {
      const lineas = Array.from({ length: 500 }, () => must(one.lineas[0]))
      const long = Array.from({ length: 40 }, (): Invoice => ({ ...one, id: sampleId(), lineas }))
      const told = ["facturas_sustituidas: no pueden tener más de 10.000 líneas entre todas"]
      assert.deepEqual(refusalOf(exchanging(long.map((ticket) => ticket.id), { invoice: long })), told)
    })
  })

  it("needs a recipient, and must be an invoice", () => {
    assert.deepEqual(fields({ lineas: [line], facturas_sustituidas: [one.id] }), ["contacto_id"])
    assert.deepEqual(
      fields({ ...withCustomer, tipo_documento: "quote", facturas_sustituidas: [one.id] }),
      ["facturas_sustituidas"],
    )
  })

  describe("after the company has moved", () => {
    const moved = [
      sampleOrganization(id, { region_fiscal: "canarias", regimen_igic: "repep", tipo_iva_defecto: decimal6(7_000_000) }),
    ]
    const surcharged = { ...withCustomer, recargo_equivalencia: true, lineas: [{ ...line, tipo_iva: 21 }] }
    const drafting = (body: object, invoice = rows.invoice) =>
      decideOn(draftInvoice(id, invoiceInput(body)), { ...rows, invoice, organization: moved })
    const exchange = () =>
      must(rowOf(Either.getOrThrow(drafting({ ...surcharged, facturas_sustituidas: [one.id, two.id] })), "invoice"))

    it("states the tax of its tickets", () => {
      const invoice = exchange()
      const given = { ...rows, organization: moved, invoice: [...rows.invoice, invoice] }
      const decision = Either.getOrThrow(decideOn(issueInvoice(id, invoice.id, liveTerms), given))
      const { Desglose } = must(rowOf(decision, "registryRecord")).campos
      assert.include(JSON.stringify(Desglose), `"Impuesto":"01","ClaveRegimen":"01"`)
      assert.include(JSON.stringify(Desglose), `"TipoImpositivo":"21"`)
      assert.strictEqual(rowOf(decision, "invoice")?.issuer?.region_fiscal, "peninsula")
    })

    it("gives lines without a rate the ordinary one of its tickets, not the company's", () => {
      const untold = { descripcion: "x", precio: 100 }
      const rates = ({ result }: { readonly result: InvoiceResource }) => result.lineas?.map(({ tipo_iva }) => tipo_iva)
      const drafted = drafting({ ...withCustomer, lineas: [untold], facturas_sustituidas: [one.id] })
      assert.deepEqual(Either.map(drafted, rates), Either.right([21]))
      const invoice = exchange()
      const given = { ...rows, organization: moved, invoice: [...rows.invoice, invoice] }
      const changed = decideOn(updateInvoice(id, invoice.id, invoiceInput({ lineas: [untold] })), given)
      assert.deepEqual(Either.map(changed, rates), Either.right([21]))
    })

    it("keeps doing so whatever changes in its draft, until it names them no more", () => {
      const changing = (body: object) => {
        const invoice = exchange()
        const given = { ...rows, organization: moved, invoice: [...rows.invoice, invoice] }
        return Either.map(
          decideOn(updateInvoice(id, invoice.id, invoiceInput(body)), given),
          (decision) => must(rowOf(decision, "invoice")).cuota_recargo,
        )
      }
      const lineas = [{ ...line, precio: 200, tipo_iva: 21 }]
      assert.deepEqual(changing({ lineas }), Either.right(cents(1_040)))
      assert.deepEqual(changing({ lineas, facturas_sustituidas: [two.id] }), Either.right(cents(1_040)))
      // A tenth of the rate, as in the Canary Islands.
      assert.deepEqual(changing({ lineas, facturas_sustituidas: [] }), Either.right(cents(420)))
    })

    it("takes no tickets of two territories or two regimes", () => {
      const ticketOf = (organization: Partial<Organization>): Invoice =>
        ({ ...must(rowOf(issued({ lineas: [{ ...line, tipo_iva: 0 }] }, { organization }), "invoice")), id: sampleId() })
      const [general, small] = [ticketOf({ region_fiscal: "canarias" }), ticketOf({ region_fiscal: "canarias", regimen_igic: "repep" })]
      const invoice = [one, two, general, small, ticketOf({ regimen_igic: "repep" })]
      const exchanging = (...facturas_sustituidas: ReadonlyArray<string>) =>
        drafting({ ...withCustomer, lineas: [{ ...line, tipo_iva: 0 }], facturas_sustituidas }, invoice)
      const motivo = "se emitió en otro territorio o régimen fiscal que la primera"
      const refusal = Either.left(invalidField("facturas_sustituidas[1]", motivo))
      assert.deepEqual(exchanging(one.id, general.id), refusal)
      assert.deepEqual(exchanging(general.id, small.id), refusal)
      assert.isTrue(Either.isRight(exchanging(one.id, invoice[4]?.id ?? "")))
      const retail = ticketOf({ recargo_equivalencia: true })
      assert.deepEqual(drafting({ ...withCustomer, lineas: [line], facturas_sustituidas: [one.id, retail.id] }, [one, retail]), refusal)
    })
  })

  it("is an ordinary one when it names none", () => {
    const drafted = Either.getOrThrow(draft({ ...withCustomer, facturas_sustituidas: [] }))
    assert.deepEqual(must(rowOf(drafted, "invoice")).sustituye, [])
  })
})
