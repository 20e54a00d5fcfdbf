import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  addDays,
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
  it("reads days of the calendar", () => {
    for (const text of ["2026-11-20", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"]) {
      assert.strictEqual(parseCivilDate(text), text)
    }
  })

  it("refuses other forms and days that never were", () => {
    const wrong = ["2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00",
      "0000-01-01", "2026-1-1", "20260101", "01-01-2026", "2026-01-01T00:00:00Z", " 2026-01-01",
      "2026-01-01\n", "+02026-01-01", ""]
    for (const text of wrong) assert.isUndefined(parseCivilDate(text), text)
  })

  it("counts days over months, leap days and years", () => {
    assert.strictEqual(addDays(day("2026-01-31"), 30), "2026-03-02")
    assert.strictEqual(addDays(day("2024-02-28"), 1), "2024-02-29")
    assert.strictEqual(addDays(day("2026-01-01"), -1), "2025-12-31")
  })

  it("counts back what it counted on", () => {
    const millis = fc.integer({ min: Date.parse("0100-01-01"), max: Date.parse("9900-01-01") })
    fc.assert(fc.property(millis, fc.integer({ min: -30_000, max: 30_000 }), (at, days) => {
      const date = civilDateOfUtcMillis(at)
      assert.strictEqual(addDays(addDays(date, days), -days), date)
      assert.strictEqual(addDays(date, days) > date, days > 0)
    }))
  })

  it("never leaves the years 0001 to 9999", () => {
    assert.throws(() => addDays(lastCivilDate, 1), RangeError)
    assert.throws(() => addDays(day("0001-01-01"), -1), RangeError)
    assert.strictEqual(addDays(addDays(lastCivilDate, -1), 1), lastCivilDate)
  })

  it("writes a day for the tax authority and for readers", () => {
    assert.strictEqual(aeatDate(day("2024-09-01")), "01-09-2024")
    assert.strictEqual(spanishDate(day("2024-09-01")), "01/09/2024")
  })
})
