import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { addDays, addMonths, type CivilDate, parseCivilDate } from "../../core/calendar/civilDate.ts"
import { Periodicity, periodStart } from "../../core/calendar/periodicity.ts"

const day = (text: string): CivilDate => parseCivilDate(text) ?? assert.fail(text)

const starts = (from: string, periodicity: Periodicity, count: number) =>
  Array.from({ length: count }, (_, nth) => periodStart(day(from), periodicity, nth))

describe("periods", () => {
  it("begin on the same day of each month, or on its last day where that day does not exist", () => {
    assert.deepEqual<ReadonlyArray<string>>(starts("2026-01-31", "monthly", 4), ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"])
    assert.deepEqual<ReadonlyArray<string>>(starts("2023-11-30", "quarterly", 3), ["2023-11-30", "2024-02-29", "2024-05-30"])
    assert.deepEqual<ReadonlyArray<string>>(starts("2024-02-29", "yearly", 5),
      ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"])
  })

  it("of a week begin every seven days, also across years and changes to summer time", () => {
    assert.deepEqual<ReadonlyArray<string>>(starts("2026-12-24", "weekly", 3), ["2026-12-24", "2026-12-31", "2027-01-07"])
    assert.deepEqual<ReadonlyArray<string>>(starts("2026-03-22", "weekly", 3), ["2026-03-22", "2026-03-29", "2026-04-05"])
  })

  it("follow one another without gaps", () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays(day("2000-01-01"), n))
    fc.assert(fc.property(days, fc.constantFrom(...Periodicity.literals), fc.nat(200), (start, periodicity, nth) => {
      const [here, next] = [periodStart(start, periodicity, nth), periodStart(start, periodicity, nth + 1)]
      assert.isTrue(here < next)
      const longest = { weekly: addDays(here, 7), monthly: addDays(here, 31), quarterly: addDays(here, 92), yearly: addDays(here, 366) }
      assert.isTrue(next <= longest[periodicity])
      if (periodicity !== "weekly") assert.isTrue(next.slice(8) <= start.slice(8))
    }))
  })

  it("begin with the start itself", () => {
    for (const periodicity of Periodicity.literals) assert.strictEqual(periodStart(day("2026-05-31"), periodicity, 0), "2026-05-31")
    assert.strictEqual(periodStart(day("2026-05-31"), "quarterly", 4), addMonths(day("2026-05-31"), 12))
  })
})
