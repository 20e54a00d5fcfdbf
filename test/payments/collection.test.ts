import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { addDays } from "../../core/calendar/civilDate.ts"
import { DocumentKind } from "../../core/invoices/Invoice.ts"
import { outstanding, statusOf } from "../../core/invoices/status.ts"
import { cents } from "../../core/money/cents.ts"
import {
  afterPayment,
  type AfterPayment,
  afterPaymentDeletion,
  type Collected,
  type CollectionFacts,
} from "../../core/payments/collection.ts"
import { conflict, invalidField } from "../../core/refusals/refusal.ts"
import { day } from "../support/samples.ts"

const issued: CollectionFacts = {
  lifecycle: "issued",
  tipo_documento: "invoice",
  total: cents(12_100),
  cobrado: cents(0),
  fecha_cobro: null,
}

const may = day("2026-05-01")
const june = day("2026-06-01")

const paying = (invoice: CollectionFacts, importe: number, fecha = may): AfterPayment =>
  Either.getOrThrowWith(
    afterPayment(invoice, { importe: cents(importe), fecha }),
    (refusal) => new Error(JSON.stringify(refusal)),
  )

const refusing = (invoice: CollectionFacts, importe = 100) =>
  Either.getOrThrow(Either.flip(afterPayment(invoice, { importe: cents(importe), fecha: may })))

describe("a payment", () => {
  it("adds up, and the last one pays the invoice on its day (decisions, Payments)", () => {
    const first = paying(issued, 12_000)
    assert.deepStrictEqual(first, { collected: { cobrado: cents(12_000), fecha_cobro: null }, paid: false })
    const last = paying({ ...issued, ...first.collected }, 100, june)
    assert.deepStrictEqual(last, { collected: { cobrado: cents(12_100), fecha_cobro: june }, paid: true })
  })

  it("beyond the total is accepted, and pays nothing twice", () => {
    const over = paying(issued, 20_000)
    assert.deepStrictEqual(over, { collected: { cobrado: cents(20_000), fecha_cobro: may }, paid: true })
    const more = paying({ ...issued, ...over.collected }, 1, june)
    assert.deepStrictEqual(more, { collected: { cobrado: cents(20_001), fecha_cobro: may }, paid: false })
  })

  it("never pays a total of zero or less", () => {
    for (const total of [0, -12_100]) {
      const { collected, paid } = paying({ ...issued, total: cents(total) }, 500)
      assert.deepStrictEqual([collected.cobrado, collected.fecha_cobro, paid], [500, null, false])
    }
  })

  it("is refused on anything but an issued invoice", () => {
    assert.deepStrictEqual(
      refusing({ ...issued, lifecycle: "draft" }),
      conflict("factura_en_borrador", "La factura es un borrador: antes de cobrarla hay que emitirla."),
    )
    assert.deepStrictEqual(
      refusing({ ...issued, lifecycle: "cancelled" }),
      conflict("factura_anulada", "La factura está anulada."),
    )
    const noInvoice = conflict("no_es_factura", "Solo las facturas admiten cobros.")
    for (const tipo_documento of DocumentKind.literals) {
      for (const lifecycle of ["draft", "issued", "cancelled"] as const) {
        const payment = { importe: cents(1), fecha: may }
        const result = afterPayment({ ...issued, lifecycle, tipo_documento }, payment)
        assert.strictEqual(Either.isRight(result), tipo_documento === "invoice" && lifecycle === "issued")
        if (tipo_documento !== "invoice") assert.deepStrictEqual(Either.merge(result), noInvoice)
      }
    }
  })

  it("is refused beyond 12 integer digits of the sum, and at zero or less", () => {
    const tooMuch = invalidField("importe", "la suma de los cobros no puede pasar de 12 cifras enteras")
    const most = paying({ ...issued, cobrado: cents(99_999_999_999_998) }, 1)
    assert.strictEqual(most.collected.cobrado, 99_999_999_999_999)
    assert.deepStrictEqual(refusing({ ...issued, cobrado: cents(99_999_999_999_999) }, 1), tooMuch)
    assert.deepStrictEqual(refusing(issued, Number.MAX_SAFE_INTEGER), tooMuch)
    for (const importe of [0, -1]) {
      assert.deepStrictEqual(refusing(issued, importe), invalidField("importe", "debe ser mayor que cero"))
    }
  })
})

describe("the deletion of a payment", () => {
  const paid = { ...issued, cobrado: cents(12_200), fecha_cobro: may }

  it("that reopens the invoice clears its day of collection (decisions, section 5)", () => {
    const reopened = { cobrado: cents(12_099), fecha_cobro: null }
    assert.deepStrictEqual(afterPaymentDeletion(paid, { importe: cents(101) }), reopened)
  })

  it("that leaves it fully collected leaves the day", () => {
    const stillPaid = { cobrado: cents(12_100), fecha_cobro: may }
    assert.deepStrictEqual(afterPaymentDeletion(paid, { importe: cents(100) }), stillPaid)
  })

  it("of one that was never added up is a bug", () => {
    assert.throws(() => afterPaymentDeletion(paid, { importe: cents(12_201) }))
  })
})

describe("any history of payments and deletions", () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ importe: fc.integer({ min: 1, max: 60 }), days: fc.nat(60) }) },
    { weight: 2, arbitrary: fc.record({ deleted: fc.nat() }) },
  )

  const invoiceOf = (total: number, { cobrado, fecha_cobro }: Collected) => ({
    ...issued, fecha_emision: may, fecha_vencimiento: null, emitida: null, issuer: null,
    total: cents(total), cobrado, fecha_cobro,
  })

  it("sums up, is paid at each crossing to nothing outstanding, and knows the day while it lasts", () => {
    const totals = fc.integer({ min: -50, max: 100 })
    fc.assert(fc.property(totals, fc.array(step, { maxLength: 40 }), (total, steps) => {
      let collected: Collected = { cobrado: cents(0), fecha_cobro: null }
      const payments: Array<{ readonly importe: number; readonly fecha: typeof may }> = []
      let collectedOn: typeof may | null = null
      const sum = () => payments.reduce((all, { importe }) => all + importe, 0)
      const isPaid = () => total > 0 && sum() >= total

      for (const step of steps) {
        const wasPaid = isPaid()
        const before = invoiceOf(total, collected)
        if ("importe" in step) {
          const payment = { importe: step.importe, fecha: addDays(may, step.days) }
          const after = paying(before, payment.importe, payment.fecha)
          payments.push(payment)
          collected = after.collected
          assert.strictEqual(after.paid, !wasPaid && isPaid())
          if (after.paid) collectedOn = payment.fecha
        } else {
          const [gone] = payments.splice(step.deleted % Math.max(1, payments.length), 1)
          if (gone === undefined) continue
          collected = afterPaymentDeletion(before, { importe: cents(gone.importe) })
          if (!isPaid()) collectedOn = null
        }
        assert.deepStrictEqual(collected, { cobrado: cents(sum()), fecha_cobro: collectedOn })
        const after = invoiceOf(total, collected)
        assert.strictEqual(outstanding(after), Math.max(0, total - sum()))
        assert.strictEqual(statusOf(after, june), isPaid() ? "paid" : "sent")
      }
    }), { numRuns: 5_000 })
  })
})
