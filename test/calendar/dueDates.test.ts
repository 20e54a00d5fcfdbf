import { assert, describe, it } from "@effect/vitest"
import { lastCivilDate, parseCivilDate } from "../../core/calendar/civilDate.ts"
import { firstDueDate, parseTerms } from "../../core/calendar/dueDates.ts"

const issued = parseCivilDate("2026-01-31") ?? lastCivilDate

describe("agreed due patterns", () => {
  it("are day counts between slashes", () => {
    assert.deepStrictEqual(parseTerms("30/60/90"), [30, 60, 90])
    assert.deepStrictEqual(parseTerms("30"), [30])
    assert.deepStrictEqual(parseTerms(" 0 / 030 /3650 "), [0, 30, 3650])
  })

  it("are nothing else", () => {
    const wrong = ["", " ", "/", "30/", "/30", "30//60", "30-60", "30,60", "3 0", "30 días", "-30", "+30",
      "1.5", "1e2", "3651", "99999", "0x1e", "Infinity", "٣٠"]
    for (const text of wrong) {
      assert.isUndefined(parseTerms(text), text)
      assert.isUndefined(firstDueDate(text, issued), text)
    }
  })

  it("fall due first at their shortest term", () => {
    assert.strictEqual(firstDueDate("30/60/90", issued), "2026-03-02")
    assert.strictEqual(firstDueDate("90/30", issued), "2026-03-02")
    assert.strictEqual(firstDueDate("0", issued), "2026-01-31")
  })

  it("have no due day beyond the year 9999", () => {
    assert.isUndefined(firstDueDate("1", lastCivilDate))
    assert.strictEqual(firstDueDate("0/30", lastCivilDate), lastCivilDate)
  })
})
