import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import type { Decision } from "../../core/commit/Command.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { invoiceSummary } from "../../core/invoices/invoiceResource.ts"
import { answerQuote } from "../../core/quotes/answerQuote.ts"
import { convertDocument } from "../../core/quotes/convertDocument.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"
import { anyStory } from "../registry/anyCompany.ts"
import { Books } from "../support/Books.ts"
import { decideOn, whyNot } from "../support/decideOn.ts"
import { customer, id, issued, line, must, rowOf } from "../support/issuing.ts"
import { day, sampleContact, sampleId, sampleOrganization } from "../support/samples.ts"

const payer = sampleContact(id, 1, { id: customer.id, dias_pago: 60 })

const quote: Invoice = {
  ...must(rowOf(issued({
    tipo_documento: "quote", contacto_id: customer.id, fecha_vencimiento: "2026-03-31", notas: "n", notas_internas: "i",
    etiquetas: ["x"], irpf: 15, suplidos: 2, recargo_equivalencia: true, divisa: "USD", tipo_cambio: 0.9, forma_pago: "cash",
    precios_con_iva: true, lineas: [{ ...line, precio: 353.9 }, { ...line, precio: 1.01, cantidad: 3 }],
  }), "invoice")),
  id: sampleId(),
}

const world = (given: Partial<Invoice>, others: ReadonlyArray<Invoice> = []): RowSet =>
  ({ organization: [sampleOrganization(id)], contact: [payer], invoice: [{ ...quote, ...given }, ...others] })

/** The message of a refusal. */
const words = (decided: Either.Either<unknown, Refusal>): string => {
  const refusal = Either.getOrThrow(Either.flip(decided))
  return refusal._tag === "Conflict" ? refusal.mensaje : refusal._tag === "NotFound" ? refusal.what : refusal._tag
}

describe("a quote", () => {
  const answer = (aceptado: boolean, given: Partial<Invoice> = {}, others: ReadonlyArray<Invoice> = []) =>
    decideOn(answerQuote(id, quote.id, aceptado, { motivo: "Caro" }), world(given, others))

  it("is accepted or rejected once it is issued, and otherwise stays as it was", () => {
    for (const aceptado of [true, false]) {
      const { events, rows } = Either.getOrThrow(answer(aceptado))
      const row: Invoice = { ...quote, aceptacion: { aceptado, motivo: "Caro" }, modifiedSequence: 1 }
      assert.deepEqual(rows[0], { table: "invoice", row })
      const presupuesto = invoiceSummary(row, day("2026-03-02"))
      const suceso = aceptado ? "quote.accepted" : "quote.rejected"
      assert.deepEqual(events, [{ suceso, datos: { presupuesto, motivo: "Caro" } }])
    }
  })

  it("leaves an entry in the activity log, with the reason if there is one", () => {
    const logged = (aceptado: boolean, motivo: string | null) =>
      rowOf(Either.getOrThrow(decideOn(answerQuote(id, quote.id, aceptado, { motivo }), world({}))), "activityEntry")
    const common = { recurso: "presupuesto", recurso_id: quote.id }
    assert.deepInclude(logged(true, null), { ...common, tipo: "quote_accepted", mensaje: "El cliente aceptó el presupuesto P-1." })
    assert.deepInclude(logged(false, "Caro"), { ...common, tipo: "quote_rejected", mensaje: "El cliente rechazó el presupuesto P-1: Caro" })
  })

  it("that cannot be answered says why", () => {
    const answered = (aceptado: boolean) => words(answer(true, { aceptacion: { aceptado, motivo: null } }))
    assert.deepStrictEqual(
      [answer(true, { tipo_documento: "invoice" }), answer(true, { lifecycle: "draft" }), answer(true, { id: "0" })].map(words),
      ["Solo se aceptan o rechazan presupuestos.", "El presupuesto es un borrador: se responde una vez emitido.", "el presupuesto"],
    )
    assert.deepStrictEqual([answered(true), answered(false)], ["El presupuesto ya está aceptado.", "El presupuesto ya está rechazado."])
  })

  it("that cannot be converted says why", () => {
    const convert = (given: Partial<Invoice>) => words(decideOn(convertDocument(id, quote.id), world(given)))
    assert.deepStrictEqual([
      convert({ tipo_documento: "invoice" }), convert({ aceptacion: { aceptado: false, motivo: null } }), convert({ id: "0" }),
    ], ["Solo se convierten presupuestos, albaranes y proformas.", "El presupuesto fue rechazado.", "el documento"])
  })

  it("is answered only once", () => {
    for (const aceptado of [true, false]) {
      const aceptacion = { aceptado, motivo: null }
      for (const aceptado of [true, false]) assert.deepEqual(whyNot(answer(aceptado, { aceptacion })), ["presupuesto_respondido"])
    }
  })

  it("cannot be answered as a draft, nor can other documents", () => {
    assert.deepStrictEqual(whyNot(answer(true, { lifecycle: "draft" })), ["factura_en_borrador"])
    for (const tipo_documento of ["invoice", "delivery", "proforma"] as const) {
      assert.deepStrictEqual(whyNot(answer(false, { tipo_documento })), ["no_es_presupuesto"])
    }
    assert.deepStrictEqual(whyNot(answer(true, { id: "0" })), ["NotFound"])
  })

  it("that became an invoice can still be accepted, but not rejected while the invoice exists", () => {
    const invoice: Invoice = { ...quote, id: sampleId(), tipo_documento: "invoice" }
    const converted = { convertida_en: invoice.id }
    assert.isTrue(Either.isRight(answer(true, converted, [invoice])))
    assert.deepStrictEqual(whyNot(answer(false, converted, [invoice])), ["ya_convertido"])
    assert.isTrue(Either.isRight(answer(false, converted)))
  })
})

describe("a conversion", () => {
  const convert = (given: Partial<Invoice> = {}, others: ReadonlyArray<Invoice> = []) =>
    decideOn(convertDocument(id, quote.id), world(given, others), undefined, 100)

  const invoiceOf = ({ result, rows }: Decision<{ readonly id: string }>): Invoice =>
    must(rows.flatMap((one) => (one.table === "invoice" && one.row.id === result.id ? [one.row] : []))[0])

  it("takes over what was agreed, to the cent, and makes a draft dated today", () => {
    const decision = Either.getOrThrow(convert())
    const invoice = invoiceOf(decision)
    const {
      base_imponible, contacto_id, cuota_irpf, cuota_iva, cuota_recargo, divisa, etiquetas, forma_pago, irpf, lineas, notas,
      notas_internas, plazos, precios_con_iva, rates, recargo_equivalencia, suplidos, tipo_cambio, total,
    } = quote
    assert.deepInclude(invoice, {
      base_imponible, contacto_id, cuota_irpf, cuota_iva, cuota_recargo, divisa, etiquetas, forma_pago, irpf, notas,
      notas_internas, plazos, precios_con_iva, rates, recargo_equivalencia, suplidos, tipo_cambio, total,
    })
    assert.deepEqual(invoice.lineas.map((line, i) => ({ ...line, id: lineas[i]?.id ?? "" })), [...lineas])
    assert.notInclude(lineas.map((line) => line.id), invoice.lineas[0]?.id)
    assert.deepInclude(invoice, {
      tipo_documento: "invoice", tipo: "invoice", lifecycle: "draft", serie: "A", numero: null, numero_pedido: null,
      fecha_emision: day("2026-03-02"), fecha_por_defecto: true, issuer: null, emitida: null, aceptacion: null, convertida_en: null,
    })
    assert.deepEqual(decision.events.map(({ suceso }) => suceso), ["invoice.created"])
  })

  it("notes the invoice's id in the document, which is otherwise unchanged", () => {
    const { result, rows } = Either.getOrThrow(convert())
    const documents = rows.flatMap((one) => (one.table === "invoice" && one.row.id === quote.id ? [one.row] : []))
    assert.deepEqual(documents, [{ ...quote, convertida_en: result.id, modifiedSequence: 102 }])
    assert.deepInclude([...rows], { table: "contactUse", row: { organizationId: id, id: customer.id, used: true } })
  })

  it("does not take the quote's last day of validity for a due date", () => {
    assert.deepInclude(Either.getOrThrow(convert()).result, { fecha_vencimiento: "2026-05-01" })
    assert.deepInclude(Either.getOrThrow(convert({ plazos: "15/30" })).result, { fecha_vencimiento: "2026-03-17" })
  })

  it("makes a simplified invoice if there is no customer", () => {
    assert.strictEqual(Either.getOrThrow(convert({ contacto_id: null, recipient: null })).result.serie, "S")
  })

  it("is possible for drafts and issued ones of quotes, delivery notes and proformas, except rejected quotes", () => {
    for (const tipo_documento of ["quote", "delivery", "proforma"] as const) {
      for (const lifecycle of ["draft", "issued"] as const) assert.isTrue(Either.isRight(convert({ tipo_documento, lifecycle })))
    }
    assert.isTrue(Either.isRight(convert({ aceptacion: { aceptado: true, motivo: null } })))
    assert.deepStrictEqual(whyNot(convert({ aceptacion: { aceptado: false, motivo: null } })), ["presupuesto_rechazado"])
    assert.deepStrictEqual(whyNot(convert({ tipo_documento: "invoice" })), ["ya_es_factura"])
    assert.deepStrictEqual(whyNot(convert({ id: "0" })), ["NotFound"])
  })

  it("happens once, unless its draft was deleted", () => {
    const invoice: Invoice = { ...quote, id: sampleId(), tipo_documento: "invoice", lifecycle: "draft" }
    assert.deepStrictEqual(whyNot(convert({ convertida_en: invoice.id }, [invoice])), ["ya_convertido"])
    const trashed = Either.getOrThrow(convert({ convertida_en: invoice.id }))
    assert.notStrictEqual(trashed.result.id, invoice.id)
  })

  it("makes a draft that is issued and rectified like any other, to the cent", () => {
    fc.assert(fc.property(anyStory, ({ customer: buyer, first, organization }) => {
      const [direct, converted] = [new Books(organization, buyer), new Books(organization, buyer)]
      const expected = direct.invoiced(first)
      const source = converted.invoiced({ ...first, tipo_documento: "quote" })
      if (source === undefined) return assert.isUndefined(expected)
      const made = converted.issued(convertDocument(organization.id, source.id))
      assert.strictEqual(made === undefined, expected === undefined)
      if (made === undefined || expected === undefined) return
      assert.deepEqual([made.total, made.rates, made.serie], [expected.total, expected.rates, expected.serie])
      const undone = must(converted.issued(rectifyInvoice(organization.id, made.id, { motivo: "x" })))
      assert.strictEqual(undone.total + made.total, 0)
    }), { numRuns: 1000 })
  })
})
