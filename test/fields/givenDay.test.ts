import { assert, describe, it } from "@effect/vitest"
import type { CivilZone } from "../../core/calendar/civilZone.ts"
import { givenDay } from "../../core/fields/givenDay.ts"
import type { FieldIssue } from "../../core/refusals/refusal.ts"

const given = (
  sent: string,
  zone: CivilZone = "Europe/Madrid",
): { readonly day: string | null; readonly refused: ReadonlyArray<string> } => {
  const issues: Array<FieldIssue> = []
  return { day: givenDay("fecha", sent, zone, issues), refused: issues.map(({ campo }) => campo) }
}

describe("the civil day of a date-time", () => {
  it("is refused beyond the years 1900 to 2200, as it would be when sent back as shown", () => {
    assert.deepStrictEqual(given("2200-12-31T22:59:59Z"), { day: "2200-12-31", refused: [] })
    assert.deepStrictEqual(given("2200-12-31T23:59:59Z"), { day: null, refused: ["fecha"] })
    assert.deepStrictEqual(given("2200-12-31T23:59:59Z", "Atlantic/Canary"), { day: "2200-12-31", refused: [] })
    assert.deepStrictEqual(given("2200-12-31T23:59:59+01:00"), { day: "2200-12-31", refused: [] })
    assert.deepStrictEqual(given("1900-01-01T00:00:00Z", "Atlantic/Canary"), { day: "1900-01-01", refused: [] })
    assert.deepStrictEqual(given("1900-01-01T00:30:00Z", "Atlantic/Canary"), { day: null, refused: ["fecha"] })
  })

  it("is not checked in stored properties that a patch does not name", () => {
    assert.deepStrictEqual(given("2201-01-01"), { day: "2201-01-01", refused: [] })
  })
})
