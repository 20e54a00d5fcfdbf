import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { addDays } from "../../core/calendar/civilDate.ts"
import { DocumentKind, type NotedPayment } from "../../core/invoices/Invoice.ts"
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
import { carriedOut } from "../support/decideOn.ts"
import { day } from "../support/samples.ts"

const issued: CollectionFacts = {
  lifecycle: "issued",
  tipo_documento: "invoice",
  total: cents(12_100),
  cobrado: cents(0),
  fecha_cobro: null,
  settlement: null,
}

const may = day("2026-05-01")
const june = day("2026-06-01")

const noted = (place: number, importe: number, fecha = may): NotedPayment => ({ place, importe: cents(importe), fecha })

const paying = (invoice: CollectionFacts, importe: number, fecha = may, place = 1): AfterPayment =>
  carriedOut(afterPayment(invoice, noted(place, importe, fecha)))

const refusing = (invoice: CollectionFacts, importe = 100) =>
  Either.getOrThrow(Either.flip(afterPayment(invoice, noted(1, importe))))

describe("a payment", () => {
  it("adds up, and the last one makes the invoice paid on its day (decisions, Payments)", () => {
    const first = paying(issued, 12_000)
    const part = { cobrado: cents(12_000), fecha_cobro: null, settlement: null }
    assert.deepStrictEqual(first, { collected: part, paid: false })
    const last = paying({ ...issued, ...first.collected }, 100, june, 2)
    const settlement = { before: cents(12_000), payments: [noted(2, 100, june)] }
    assert.deepStrictEqual(last, { collected: { cobrado: cents(12_100), fecha_cobro: june, settlement }, paid: true })
  })

  it("beyond the total is accepted, without making the invoice paid again", () => {
    const over = paying(issued, 20_000)
    const settlement = { before: cents(0), payments: [noted(1, 20_000)] }
    assert.deepStrictEqual(over, { collected: { cobrado: cents(20_000), fecha_cobro: may, settlement }, paid: true })
    const more = paying({ ...issued, ...over.collected }, 1, june, 2)
    const both = { before: cents(0), payments: [noted(1, 20_000), noted(2, 1, june)] }
    assert.deepStrictEqual(more, { collected: { cobrado: cents(20_001), fecha_cobro: may, settlement: both }, paid: false })
  })

  it("never makes an invoice with a total of zero or less paid", () => {
    for (const total of [0, -12_100]) {
      const { collected, paid } = paying({ ...issued, total: cents(total) }, 500)
      assert.deepStrictEqual([collected.cobrado, collected.fecha_cobro, paid], [500, null, false])
    }
  })

  it("is refused for anything but an issued invoice", () => {
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
        const result = afterPayment({ ...issued, lifecycle, tipo_documento }, noted(1, 1))
        assert.strictEqual(Either.isRight(result), tipo_documento === "invoice" && lifecycle === "issued")
        if (tipo_documento !== "invoice") assert.deepStrictEqual(Either.merge(result), noInvoice)
      }
    }
  })

  it("is refused if it is zero or less, or if the sum would exceed 12 integer digits", () => {
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
  const settlement = { before: cents(100), payments: [noted(2, 12_000), noted(3, 100, june)] }
  const paid = { ...issued, cobrado: cents(12_200), fecha_cobro: may, settlement }

  it("that reopens the invoice clears its day of collection (decisions, section 5)", () => {
    const reopened = { cobrado: cents(200), fecha_cobro: null, settlement: null }
    assert.deepStrictEqual(afterPaymentDeletion(paid, noted(2, 12_000)), reopened)
  })

  it("that leaves it fully collected sets the day of the payment that is now the decisive one", () => {
    const byTheNext = { before: cents(12_000), payments: [noted(3, 100, june)] }
    assert.deepStrictEqual(afterPaymentDeletion(paid, noted(1, 100)), {
      cobrado: cents(12_100), fecha_cobro: june, settlement: byTheNext,
    })
    const asBefore = { before: cents(100), payments: [noted(2, 12_000)] }
    assert.deepStrictEqual(afterPaymentDeletion(paid, noted(3, 100, june)), {
      cobrado: cents(12_100), fecha_cobro: may, settlement: asBefore,
    })
  })

  it("of one that was never added is a bug", () => {
    assert.throws(() => afterPaymentDeletion(paid, noted(1, 12_201)), "not in the invoice's sum")
  })

  it("finds the day among a hundred payments noted since it was paid, and beyond them keeps the last known day", () => {
    let collected: Collected = { cobrado: cents(0), fecha_cobro: null, settlement: null }
    const places = Array.from({ length: 250 }, (_, i) => i + 1)
    const days = new Map(places.map((place) => [place, addDays(may, place)]))
    for (const place of places) collected = paying({ ...issued, ...collected }, 12_100, days.get(place) ?? may, place).collected
    assert.strictEqual(collected.settlement?.payments.length, 100)
    for (const place of places.slice(0, -1)) {
      collected = afterPaymentDeletion({ ...issued, ...collected }, noted(place, 12_100))
      assert.strictEqual(collected.fecha_cobro, days.get(Math.min(place + 1, 100)))
    }
    assert.isNull(collected.settlement)
    collected = paying({ ...issued, ...collected }, 12_100, june, 251).collected
    assert.deepStrictEqual(collected, { cobrado: cents(24_200), fecha_cobro: days.get(100) ?? may, settlement: null })
  })
})

describe("a payment after more than a hundred others", () => {
  it("is not noted ahead of those that were not, even if others were deleted", () => {
    let collected: Collected = { cobrado: cents(0), fecha_cobro: null, settlement: null }
    const pay = (place: number, fecha = may) => (collected = paying({ ...issued, ...collected }, 12_100, fecha, place).collected)
    for (let place = 1; place <= 101; place++) pay(place)
    collected = afterPaymentDeletion({ ...issued, ...collected }, noted(2, 12_100))
    pay(102, june)
    assert.strictEqual(collected.settlement?.payments.length, 99)
    for (const place of [1, ...Array.from({ length: 98 }, (_, i) => i + 3)]) {
      collected = afterPaymentDeletion({ ...issued, ...collected }, noted(place, 12_100))
    }
    // Of the two that are left, the earlier one is decisive, and its day is that of those before.
    assert.deepStrictEqual(collected, { cobrado: cents(24_200), fecha_cobro: may, settlement: null })
  })
})

describe("any history of payments and deletions", () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ importe: fc.integer({ min: 1, max: 60 }), days: fc.nat(60) }) },
    { weight: 2, arbitrary: fc.record({ deleted: fc.nat() }) },
  )

  const invoiceOf = (total: number, collected: Collected) => ({
    ...issued, fecha_emision: may, fecha_vencimiento: null, emitida: null, issuer: null, ...collected, total: cents(total),
  })

  it("sums up, is paid whenever nothing is left to collect, and knows the day while that lasts", () => {
    const totals = fc.integer({ min: -50, max: 100 })
    fc.assert(fc.property(totals, fc.array(step, { maxLength: 40 }), (total, steps) => {
      let collected: Collected = { cobrado: cents(0), fecha_cobro: null, settlement: null }
      const payments: Array<NotedPayment> = []
      const sum = () => payments.reduce<number>((all, { importe }) => all + importe, 0)
      const isPaid = () => total > 0 && sum() >= total
      /** The day of the first payment, in the order of recording, that leaves nothing to collect. */
      const collectedOn = () => {
        let reached = 0
        return isPaid() ? payments.find(({ importe }) => (reached += importe) >= total)?.fecha ?? null : null
      }

      for (const [place, step] of steps.entries()) {
        const wasPaid = isPaid()
        const before = invoiceOf(total, collected)
        if ("importe" in step) {
          const payment = noted(place, step.importe, addDays(may, step.days))
          const after = paying(before, payment.importe, payment.fecha, place)
          payments.push(payment)
          collected = after.collected
          assert.strictEqual(after.paid, !wasPaid && isPaid())
        } else {
          const [gone] = payments.splice(step.deleted % Math.max(1, payments.length), 1)
          if (gone === undefined) continue
          collected = afterPaymentDeletion(before, gone)
        }
        const { cobrado, fecha_cobro } = collected
        assert.deepStrictEqual([cobrado, fecha_cobro], [cents(sum()), collectedOn()])
        const after = invoiceOf(total, collected)
        assert.strictEqual(outstanding(after), Math.max(0, total - sum()))
        assert.strictEqual(statusOf(after, june), isPaid() ? "paid" : "sent")
      }
    }), { numRuns: 5_000 })
  })
})
