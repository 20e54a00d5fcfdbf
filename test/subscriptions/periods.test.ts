import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { addDays } from "../../core/calendar/civilDate.ts"
import { Periodicity, periodStart } from "../../core/calendar/periodicity.ts"
import { nextPeriod, passedOver } from "../../core/subscriptions/periods.ts"
import { day } from "../support/samples.ts"

const days = fc.integer({ min: 0, max: 366 * 8 }).map((n) => addDays(day("2024-01-01"), n))

const periods = fc.record({ inicio: days, periodicidad: fc.constantFrom(...Periodicity.literals), periodos: fc.nat(30) })

describe("the periods of a subscription", () => {
  it("continue from a day on when earlier ones are skipped, and no fewer are over than before", () => {
    fc.assert(fc.property(periods, days, (told, today) => {
      const { inicio, periodicidad, periodos } = told
      const passed = passedOver(told, today)
      assert.isAtLeast(passed, periodos)
      const isOver = (n: number) => periodStart(inicio, periodicidad, n) < today
      assert.isTrue(passed === periodos || isOver(passed - 1))
      assert.isFalse(isOver(passed))
    }))
  })

  it("end with the last one that begins on the end or before it, and at once when the subscription is cancelled", () => {
    const fin = fc.option(days)
    fc.assert(fc.property(periods, fin, fc.constantFrom("active" as const, "paused" as const), (told, fin, estado) => {
      const start = periodStart(told.inicio, told.periodicidad, told.periodos)
      assert.strictEqual(nextPeriod({ ...told, fin, estado }), fin !== null && start > fin ? null : start)
      assert.isNull(nextPeriod({ ...told, fin, estado: "cancelled" }))
    }))
  })
})
