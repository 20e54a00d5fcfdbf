import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { addDays } from "../../core/calendar/civilDate.ts"
import { outstanding, statusOf } from "../../core/invoices/status.ts"
import { cents } from "../../core/money/cents.ts"
import { day } from "../support/samples.ts"

const amount = fc.integer({ min: -1000, max: 1000 }).map(cents)
const date = fc.integer({ min: 0, max: 60 }).map((days) => addDays(day("2026-01-01"), days))
const facts = fc.record({
  lifecycle: fc.constantFrom("draft" as const, "issued" as const, "cancelled" as const),
  fecha_emision: date,
  fecha_vencimiento: fc.option(date),
  total: amount,
  cobrado: fc.integer({ min: 0, max: 1500 }).map(cents),
})

describe("status", () => {
  it("is one of five, and each follows from its own facts (decisions, section 2)", () => {
    fc.assert(fc.property(facts, date, (given, today) => {
      const status = statusOf(given, today)
      const issued = given.lifecycle === "issued"
      const collected = given.cobrado >= given.total
      const late = given.fecha_vencimiento !== null && given.fecha_vencimiento < today && given.fecha_emision < today
      assert.strictEqual(status === "draft", given.lifecycle === "draft")
      assert.strictEqual(status === "cancelled", given.lifecycle === "cancelled")
      assert.strictEqual(status === "paid", issued && collected && given.cobrado > 0)
      assert.strictEqual(status === "overdue", issued && !collected && late)
      assert.strictEqual(status === "sent", issued && !(collected && given.cobrado > 0) && !(!collected && late))
    }), { numRuns: 5_000 })
  })

  it("never goes back from overdue while only days pass", () => {
    fc.assert(fc.property(facts, date, fc.nat(100), (given, today, later) => {
      if (statusOf(given, today) === "overdue") assert.strictEqual(statusOf(given, addDays(today, later)), "overdue")
    }))
  })

  it("leaves nothing negative to collect", () => {
    fc.assert(fc.property(facts, (given) => assert.isAtLeast(outstanding(given), 0)))
    assert.strictEqual(outstanding({ total: cents(100), cobrado: cents(30) }), 70)
  })

  it("counts a payment of a total of zero or less as no payment needed: it stays sent", () => {
    const zero = { lifecycle: "issued" as const, fecha_emision: day("2026-01-01"), fecha_vencimiento: day("2026-01-01"), cobrado: cents(0) }
    assert.strictEqual(statusOf({ ...zero, total: cents(0) }, day("2026-06-01")), "sent")
    assert.strictEqual(statusOf({ ...zero, total: cents(-500) }, day("2026-06-01")), "sent")
  })
})
