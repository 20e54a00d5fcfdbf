import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import type { CivilDate } from "../../core/calendar/civilDate.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { Command, Decision } from "../../core/commit/Command.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import { noDay } from "../../core/fields/fieldSchemas.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { invoiceSummary } from "../../core/invoices/invoiceResource.ts"
import { outstanding, statusOf } from "../../core/invoices/status.ts"
import { cents } from "../../core/money/cents.ts"
import { deletePayment } from "../../core/payments/deletePayment.ts"
import { PaymentInput } from "../../core/payments/Payment.ts"
import { recordPayment } from "../../core/payments/recordPayment.ts"
import { conflict, notFound } from "../../core/refusals/refusal.ts"
import { carriedOut, decideOn, refusalOf, whyNot } from "../support/decideOn.ts"
import { id, must, rowOf } from "../support/issuing.ts"
import { day, sampleInvoice, sampleOrganization, samplePayment } from "../support/samples.ts"

const decode = inputDecoder(PaymentInput)

const paymentInput = (body: unknown): PaymentInput =>
  Either.getOrThrowWith(decode(body), ({ campos }) => new Error(JSON.stringify(campos)))

const organization = sampleOrganization(id)

/** Issued, for 121 EUR, without a due date. */
const issued = sampleInvoice(id, 1, { lifecycle: "issued", numero: 7, emitida: instant(1_772_000_000_000) })

const rowsOf = (invoice: Invoice, region_fiscal = organization.region_fiscal): RowSet =>
  ({ organization: [{ ...organization, region_fiscal }], invoice: [invoice], payment: [] })

const recording = (body: object, invoice = issued) =>
  decideOn(recordPayment(id, invoice.id, paymentInput({ importe: 1, ...body })), rowsOf(invoice))

const refused = (body: object, invoice = issued) => Either.getOrThrow(Either.flip(recording(body, invoice)))

describe("a payment", () => {
  it("changes its invoice, with events for both (decisions, Payments)", () => {
    const part = carriedOut(recording({ importe: 120.99 }))
    const invoice = must(rowOf(part, "invoice"))
    assert.deepInclude(invoice, { cobrado: cents(12_099), fecha_cobro: null, createdSequence: 1 })
    assert.strictEqual(statusOf(invoice, day("2026-03-02")), "sent")
    const factura = invoiceSummary(invoice, day("2026-03-02"))
    assert.notProperty(factura, "lineas")
    assert.deepStrictEqual(part.events, [{ suceso: "payment.recorded", datos: { cobro: part.result, factura } }])

    const rest = carriedOut(recording({ importe: 0.01, fecha: "2026-02-27" }, invoice))
    const paid = invoiceSummary(must(rowOf(rest, "invoice")), day("2026-03-02"))
    assert.deepInclude(paid, { estado: "paid", cobrado: 121, pendiente: 0, fecha_cobro: "2026-02-27" })
    assert.deepStrictEqual(rest.events, [
      { suceso: "payment.recorded", datos: { cobro: rest.result, factura: paid } },
      { suceso: "invoice.paid", datos: { factura: paid } },
    ])
  })

  it("has the civil day of the organization's zone, whatever the host's", () => {
    const lateEvening = instant(Date.parse("2026-03-01T23:30:00Z"))
    const fechaOf = (region: "peninsula" | "canarias", fecha: string | null = null) => {
      const command = recordPayment(id, issued.id, paymentInput({ importe: 1, fecha }))
      return carriedOut(decideOn(command, rowsOf(issued, region), lateEvening)).result.fecha
    }
    assert.deepStrictEqual([fechaOf("peninsula"), fechaOf("canarias")], ["2026-03-02", "2026-03-01"])
    const sent = "2025-12-31T23:30:00Z"
    assert.deepStrictEqual([fechaOf("peninsula", sent), fechaOf("canarias", sent)], ["2026-01-01", "2025-12-31"])
  })

  it("may be booked ahead under its value date", () => {
    assert.strictEqual(carriedOut(recording({ fecha: "2026-09-30" })).result.fecha, "2026-09-30")
  })

  it("is refused for an impossible day, and beyond the greatest sum", () => {
    const fecha = { campo: "fecha", motivo: "debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200" }
    for (const day of ["1899-12-31", "1899-12-31T23:00:00Z", "2201-01-01"]) {
      assert.deepStrictEqual(Either.mapLeft(decode({ importe: 1, fecha: day }), ({ campos }) => campos), Either.left([fecha]))
    }
    const refusal = refused({}, { ...issued, cobrado: cents(99_999_999_999_999) })
    assert.deepStrictEqual(refusal._tag === "InvalidInput" ? refusal.campos.map(({ campo }) => campo) : [], ["importe"])
  })

  it("is refused for an impossible day even if no decoder has read the input, together with everything else", () => {
    const dayless = (invoice: Invoice) =>
      refusalOf(decideOn(recordPayment(id, issued.id, { importe: cents(1), fecha: "2026-02-30" }), rowsOf(invoice)))
    assert.deepStrictEqual(dayless(issued), [`fecha: ${noDay}`])
    const most = "importe: la suma de los cobros no puede pasar de 12 cifras enteras"
    assert.deepStrictEqual(dayless({ ...issued, cobrado: cents(99_999_999_999_999) }), [most, `fecha: ${noDay}`])
  })

  it("is shown with all its properties", () => {
    const said = { forma_pago: "card" as const, referencia: "TPV 7", notas: "a cuenta" }
    const { result } = carriedOut(recording(said))
    assert.deepInclude(result, { ...said, factura_id: issued.id, importe: 1, creado: "2026-03-02T12:00:00.000Z" })
    assert.deepInclude(carriedOut(recording({})).result, { forma_pago: null, referencia: null, notas: null })
  })

  it("has a reference of 60 characters and notes of 2000 at most", () => {
    for (const [campo, most] of [["referencia", 60], ["notas", 2000]] as const) {
      assert.propertyVal(paymentInput({ importe: 1, [campo]: "ñ".repeat(most) }), campo, "ñ".repeat(most))
      assert.deepStrictEqual(whyNot(decode({ importe: 1, [campo]: "ñ".repeat(most + 1) })), [campo])
    }
  })

  it("needs an invoice, which must be issued", () => {
    const command = recordPayment(id, "nada", paymentInput({ importe: 1 }))
    assert.deepStrictEqual(decideOn(command, rowsOf(issued)), Either.left(notFound("la factura")))
    const draft = conflict("factura_en_borrador", "La factura es un borrador: antes de cobrarla hay que emitirla.")
    assert.deepStrictEqual(refused({}, { ...issued, lifecycle: "draft" }), draft)
  })
})

describe("a payment's amount", () => {
  it("is more than zero, with two decimals at most", () => {
    for (const importe of [0, -1, 0.001, 1.005, 1e12, "1", null, undefined]) {
      const decoded = Either.mapLeft(decode({ importe }), ({ campos }) => campos.map(({ campo }) => campo))
      assert.deepStrictEqual(decoded, Either.left(["importe"]))
    }
    assert.strictEqual(paymentInput({ importe: 999_999_999_999.99 }).importe, 99_999_999_999_999)
  })
})

describe("the deletion of a payment", () => {
  it("is refused if the payment does not exist, or not for that invoice", () => {
    const payment = samplePayment(id, 2)
    assert.deepStrictEqual(whyNot(decideOn(deletePayment(id, "nada"), { payment: [payment] })), ["NotFound"])
    assert.throws(() => decideOn(deletePayment(id, payment.id), { payment: [payment] }), "a payment without its invoice")
  })
})

/** The company's rows after the decision on them. */
const after = ({ removed = [], rows: written }: Decision<unknown>, rows: RowSet): RowSet => {
  const { invoice = [], payment = [] } = rows
  const invoices = written.flatMap((one) => (one.table === "invoice" ? [one.row] : []))
  const payments = written.flatMap((one) => (one.table === "payment" ? [one.row] : []))
  const gone = new Set(removed.map((one) => one.id))
  return {
    ...rows,
    invoice: invoice.map((row) => invoices.find((one) => one.id === row.id) ?? row),
    payment: [...payment, ...payments].filter((one) => !gone.has(one.id)),
  }
}

describe("whatever is paid and deleted", () => {
  const payment = fc.record({
    importe: fc.integer({ min: 1, max: 60 }),
    fecha: fc.constantFrom("2026-02-01", "2026-05-01"),
  })
  const step = fc.oneof(
    { weight: 3, arbitrary: payment },
    { weight: 2, arbitrary: fc.record({ deleted: fc.nat(12) }) },
  )
  const today = day("2026-03-02")

  it("cobrado is the sum of the stored payments, from which what is left, the state and the day follow", () => {
    const totals = fc.integer({ min: -10, max: 100 })
    const due = fc.constantFrom<CivilDate | null>(null, day("2026-03-01"), day("2026-03-02"))
    fc.assert(fc.property(totals, due, fc.array(step, { maxLength: 25 }), (total, fecha_vencimiento, steps) => {
      const emitida = instant(Date.parse("2026-02-01T12:00:00Z"))
      const fecha_emision = day("2026-02-01")
      let rows = rowsOf({ ...issued, total: cents(total), fecha_emision, fecha_vencimiento, emitida })
      let start = 0

      const carryOut = (command: Command<unknown>) => {
        start += 100
        const decision = carriedOut(decideOn(command, rows, undefined, start))
        rows = after(decision, rows)
        return decision
      }

      for (const step of steps) {
        const { invoice: [before] = [], payment: stored = [] } = rows
        const wasPaid = statusOf(must(before), today) === "paid"
        if ("importe" in step) {
          const { events } = carryOut(recordPayment(id, issued.id, { importe: cents(step.importe), fecha: step.fecha }))
          const sum = stored.reduce((all, { importe }) => all + importe, step.importe)
          const pays = !wasPaid && total > 0 && sum >= total
          assert.deepStrictEqual(events.map(({ suceso }) => suceso),
            pays ? ["payment.recorded", "invoice.paid"] : ["payment.recorded"])
        } else {
          const gone = stored[step.deleted]
          if (gone === undefined) {
            assert.deepStrictEqual(decideOn(deletePayment(id, "nada"), rows), Either.left(notFound("el cobro")))
            continue
          }
          assert.deepStrictEqual(carryOut(deletePayment(id, gone.id)).events, [])
        }

        const { invoice: [invoice] = [], payment: kept = [] } = rows
        const now = must(invoice)
        const sum = kept.reduce((all, { importe }) => all + importe, 0)
        const isPaid = total > 0 && sum >= total
        let reached = 0
        // The first payment left, in the order of recording, that leaves nothing to collect.
        const paying = kept.find(({ importe }) => (reached += importe) >= total)
        assert.deepInclude(now, { cobrado: cents(sum), fecha_cobro: isPaid ? must(paying).fecha : null })
        assert.strictEqual(outstanding(now), Math.max(0, total - sum))
        const overdue = total > sum && fecha_vencimiento === "2026-03-01"
        assert.strictEqual(statusOf(now, today), isPaid ? "paid" : overdue ? "overdue" : "sent")
        assert.isAbove(now.modifiedSequence, must(before).modifiedSequence)
      }
    }), { numRuns: 2_000 })
  })
})
