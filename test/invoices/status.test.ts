import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { addDays } from "../../core/calendar/civilDate.ts"
import { instant } from "../../core/calendar/instant.ts"
import { InvoiceStatus, outstanding, type StatusFacts, statusOf } from "../../core/invoices/status.ts"
import { cents } from "../../core/money/cents.ts"
import { day } from "../support/samples.ts"

const dates = fc.integer({ min: 0, max: 60 }).map((days) => addDays(day("2026-01-01"), days))

const instants = fc
  .integer({ min: Date.parse("2026-01-01T00:00:00Z"), max: Date.parse("2026-03-01T00:00:00Z") })
  .map((millis) => instant(millis))

const issuers = fc.record({ region_fiscal: fc.constantFrom("peninsula" as const, "canarias" as const) })

/** Every combination, even those that no command produces. */
const anyFacts: fc.Arbitrary<StatusFacts> = fc.record({
  lifecycle: fc.constantFrom("draft", "issued", "cancelled"),
  tipo_documento: fc.constantFrom("invoice", "invoice", "invoice", "quote", "delivery", "proforma"),
  fecha_emision: dates,
  fecha_vencimiento: fc.option(dates),
  emitida: fc.option(instants),
  issuer: fc.option(issuers),
  total: fc.integer({ min: -1000, max: 1000 }).map(cents),
  cobrado: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 })).map(cents),
})

/** The civil day of issue. It is winter, when the peninsula is an hour ahead of UTC and the islands are not. */
const dayOfIssue = ({ emitida, fecha_emision, issuer }: StatusFacts): string =>
  emitida === null || issuer === null
    ? fecha_emision
    : new Date(emitida + (issuer.region_fiscal === "canarias" ? 0 : 3_600_000)).toISOString().slice(0, 10)

/** Issued at noon of 10 March, due on the 20th, with 100 EUR to collect. */
const due: StatusFacts = {
  lifecycle: "issued",
  tipo_documento: "invoice",
  fecha_emision: day("2026-03-10"),
  fecha_vencimiento: day("2026-03-20"),
  emitida: instant(Date.parse("2026-03-10T12:00:00Z")),
  issuer: { region_fiscal: "peninsula" },
  total: cents(10_000),
  cobrado: cents(0),
}

const on = (facts: StatusFacts, today: string): InvoiceStatus => statusOf(facts, day(today))

describe("every document has exactly one status", () => {
  it("out of five, by rules that exclude each other (decisions, section 2)", () => {
    fc.assert(fc.property(anyFacts, dates, (facts, today) => {
      const owed = facts.tipo_documento === "invoice" && facts.total - facts.cobrado > 0
      const { fecha_vencimiento } = facts
      const late = fecha_vencimiento !== null && fecha_vencimiento < today && dayOfIssue(facts) < today
      const holding = {
        draft: facts.lifecycle === "draft",
        cancelled: facts.lifecycle === "cancelled",
        paid: facts.lifecycle === "issued" && facts.tipo_documento === "invoice" && facts.total > 0 && !owed,
        overdue: facts.lifecycle === "issued" && owed && late,
        sent: facts.lifecycle === "issued" && (owed ? !late : facts.tipo_documento !== "invoice" || facts.total <= 0),
      }
      const statuses = InvoiceStatus.literals.filter((status) => holding[status])
      assert.deepStrictEqual(statuses, [statusOf(facts, today)])
    }), { numRuns: 10_000 })
  })

  it("draft, cancelled and paid do not depend on the day or on dates", () => {
    fc.assert(fc.property(anyFacts, anyFacts, dates, dates, (facts, other, today, later) => {
      const status = statusOf(facts, today)
      const { emitida, fecha_emision, fecha_vencimiento, issuer } = other
      const moved = { ...facts, emitida, fecha_emision, fecha_vencimiento, issuer }
      if (status !== "sent" && status !== "overdue") assert.strictEqual(statusOf(moved, later), status)
    }), { numRuns: 5_000 })
  })
})

describe("as days pass", () => {
  it("a status stays, or goes from sent to overdue, but never back", () => {
    fc.assert(fc.property(anyFacts, dates, fc.nat(100), (facts, today, days) => {
      const before = statusOf(facts, today)
      const after = statusOf(facts, addDays(today, days))
      if (before !== after) assert.deepStrictEqual([before, after], ["sent", "overdue"])
    }), { numRuns: 5_000 })
  })

  it("the due day itself is still in time", () => {
    assert.strictEqual(on(due, "2026-03-19"), "sent")
    assert.strictEqual(on(due, "2026-03-20"), "sent")
    assert.strictEqual(on(due, "2026-03-21"), "overdue")
    assert.strictEqual(on({ ...due, fecha_vencimiento: null }, "2036-03-21"), "sent")
  })

  it("a document other than an invoice stays sent: nothing is collected for it", () => {
    for (const tipo_documento of ["quote", "delivery", "proforma"] as const) {
      assert.strictEqual(on({ ...due, tipo_documento }, "2036-03-21"), "sent")
    }
  })

  it("an invoice due before it was issued is overdue from the day after its issue", () => {
    const late = { ...due, fecha_vencimiento: day("2026-01-31") }
    assert.strictEqual(on(late, "2026-03-10"), "sent")
    assert.strictEqual(on(late, "2026-03-11"), "overdue")
  })

  it("the day of issue is when the number was given, not the date printed (contract, section 3.1)", () => {
    const backdated = { ...due, fecha_emision: day("2026-01-15"), fecha_vencimiento: day("2026-02-15") }
    assert.strictEqual(on(backdated, "2026-03-10"), "sent")
    assert.strictEqual(on(backdated, "2026-03-11"), "overdue")
  })

  it("the day of issue is that of the issuer's zone", () => {
    const emitida = instant(Date.parse("2026-03-10T23:30:00Z"))
    const late = { ...due, emitida, fecha_vencimiento: day("2026-01-31") }
    assert.strictEqual(on(late, "2026-03-11"), "sent")
    assert.strictEqual(on({ ...late, issuer: { region_fiscal: "canarias" } }, "2026-03-11"), "overdue")
  })

  it("an invoice is always sent on the day of its issue", () => {
    fc.assert(fc.property(anyFacts, instants, fc.nat(30), (facts, emitida, earlier) => {
      const today = day(new Date(emitida).toISOString().slice(0, 10))
      const issued = {
        ...facts,
        lifecycle: "issued" as const,
        fecha_emision: addDays(today, -earlier),
        emitida,
        issuer: { region_fiscal: "canarias" as const },
        cobrado: cents(0),
      }
      assert.strictEqual(statusOf(issued, today), "sent")
    }), { numRuns: 5_000 })
  })
})

describe("as payments come in", () => {
  it("the last cent makes an invoice paid, even when it comes late", () => {
    for (const [cobrado, inTime, late] of [[0, "sent", "overdue"], [9_999, "sent", "overdue"],
      [10_000, "paid", "paid"], [10_001, "paid", "paid"]] as const) {
      assert.strictEqual(on({ ...due, cobrado: cents(cobrado) }, "2026-03-20"), inTime)
      assert.strictEqual(on({ ...due, cobrado: cents(cobrado) }, "2026-03-21"), late)
    }
  })

  it("an invoice with a total of zero or less stays sent, whatever is paid", () => {
    for (const total of [0, -1, -500]) {
      for (const cobrado of [0, 1, 500]) {
        assert.strictEqual(on({ ...due, total: cents(total), cobrado: cents(cobrado) }, "2026-06-01"), "sent")
      }
    }
  })

  it("the amount to collect is never negative", () => {
    fc.assert(fc.property(anyFacts, (facts) => {
      assert.strictEqual(outstanding(facts), facts.total > facts.cobrado ? facts.total - facts.cobrado : 0)
    }))
  })
})
