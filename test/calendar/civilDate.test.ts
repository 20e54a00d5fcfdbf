import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  addDays,
  addMonths,
  aeatDate,
  type CivilDate,
  civilDateOfUtcMillis,
  lastCivilDate,
  parseCivilDate,
  spanishDate,
} from "../../core/calendar/civilDate.ts"

const day = (text: string): CivilDate => {
  const date = parseCivilDate(text)
  if (date === undefined) throw new Error(`not a day: ${text}`)
  return date
}

describe("civil dates", () => {
  it("are read when they are days of the calendar", () => {
    for (const text of ["2026-11-20", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"]) {
      assert.strictEqual(parseCivilDate(text), text)
    }
  })

  it("are refused in other forms, and when there never was such a day", () => {
    const wrong = ["2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00",
      "0000-01-01", "2026-1-1", "20260101", "01-01-2026", "2026-01-01T00:00:00Z", " 2026-01-01",
      "2026-01-01\n", "+02026-01-01", "2026-01-012026-01-01", ""]
    for (const text of wrong) assert.isUndefined(parseCivilDate(text), text)
  })

  it("are counted across months, leap days and years", () => {
    assert.strictEqual(addDays(day("2026-01-31"), 30), "2026-03-02")
    assert.strictEqual(addDays(day("2024-02-28"), 1), "2024-02-29")
    assert.strictEqual(addDays(day("2026-01-01"), -1), "2025-12-31")
  })

  it("come back to where they started when counted back", () => {
    const millis = fc.integer({ min: Date.parse("0100-01-01"), max: Date.parse("9900-01-01") })
    fc.assert(fc.property(millis, fc.integer({ min: -30_000, max: 30_000 }), (at, days) => {
      const date = civilDateOfUtcMillis(at)
      assert.strictEqual(addDays(addDays(date, days), -days), date)
      assert.strictEqual(addDays(date, days) > date, days > 0)
    }))
  })

  it("stay within the years 0001 to 9999", () => {
    assert.throws(() => addDays(lastCivilDate, 1), RangeError)
    assert.throws(() => addDays(day("0001-01-01"), -1), RangeError)
    assert.strictEqual(addDays(addDays(lastCivilDate, -1), 1), lastCivilDate)
  })

  it("are written for the tax authority and for readers", () => {
    assert.strictEqual(aeatDate(day("2024-09-01")), "01-09-2024")
    assert.strictEqual(spanishDate(day("2024-09-01")), "01/09/2024")
  })
})

describe("months", () => {
  const dates = fc
    .integer({ min: Date.parse("0101-01-01"), max: Date.parse("9899-10-01") })
    .map((millis) => civilDateOfUtcMillis(millis))
  const counts = fc.integer({ min: -1200, max: 1200 })

  /** Months since year 0. */
  const monthOf = (date: CivilDate): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  const isMonthEnd = (date: CivilDate): boolean => addDays(date, 1).endsWith("-01")

  it("are clamped to the month's end, and get their day back when counted from the anchor", () => {
    const ends = (anchor: string, count: number) =>
      Array.from({ length: count }, (_, period) => addMonths(day(anchor), period).slice(5))
    assert.deepStrictEqual(ends("2026-01-31", 5), ["01-31", "02-28", "03-31", "04-30", "05-31"])
    assert.deepStrictEqual(ends("2024-01-30", 4), ["01-30", "02-29", "03-30", "04-30"])
    assert.strictEqual(addMonths(day("2024-02-29"), 12), "2025-02-28")
    assert.strictEqual(addMonths(day("2024-02-29"), 48), "2028-02-29")
    assert.strictEqual(addMonths(day("2096-02-29"), 48), "2100-02-28")
    assert.strictEqual(addMonths(day("2026-03-31"), -1), "2026-02-28")
    assert.strictEqual(addMonths(day("0099-12-31"), 2), "0100-02-28")
  })

  it("are as many as asked for, and keep the anchor's day wherever it exists", () => {
    fc.assert(fc.property(dates, counts, (anchor, months) => {
      const moved = addMonths(anchor, months)
      assert.strictEqual(parseCivilDate(moved), moved)
      assert.strictEqual(monthOf(moved) - monthOf(anchor), months)
      const kept = moved.slice(8) === anchor.slice(8)
      assert.isTrue(kept || (moved.slice(8) < anchor.slice(8) && isMonthEnd(moved)), moved)
    }), { numRuns: 5_000 })
  })

  it("keep dates in order, and can be undone unless the day was clamped", () => {
    fc.assert(fc.property(dates, fc.nat(60), counts, (anchor, days, months) => {
      const moved = addMonths(anchor, months)
      assert.isTrue(moved <= addMonths(addDays(anchor, days), months))
      if (moved.slice(8) === anchor.slice(8)) assert.strictEqual(addMonths(moved, -months), anchor)
    }), { numRuns: 5_000 })
  })

  it("stay within the years 0001 to 9999", () => {
    assert.strictEqual(addMonths(day("9999-11-30"), 1), "9999-12-30")
    assert.strictEqual(addMonths(day("0001-02-28"), -1), "0001-01-28")
    assert.throws(() => addMonths(day("9999-12-01"), 1), RangeError)
    assert.throws(() => addMonths(day("0001-01-31"), -1), RangeError)
    assert.throws(() => addMonths(day("2026-01-01"), 1e9), RangeError)
  })
})
