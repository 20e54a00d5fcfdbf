import { assert, describe, it } from "@effect/vitest"
import { parseTerms } from "../../core/calendar/paymentTerms.ts"

describe("agreed due patterns", () => {
  it("are day counts between slashes", () => {
    assert.deepStrictEqual(parseTerms("30/60/90"), [30, 60, 90])
    assert.deepStrictEqual(parseTerms("30"), [30])
    assert.deepStrictEqual(parseTerms(" 0 / 030 /3650 "), [0, 30, 3650])
  })

  it("are nothing else", () => {
    const wrong = ["", " ", "/", "30/", "/30", "30//60", "30-60", "30,60", "3 0", "30 días", "-30", "+30",
      "1.5", "1e2", "3651", "30/3651", "99999", "0x1e", "Infinity", "٣٠"]
    for (const text of wrong) assert.isUndefined(parseTerms(text), text)
  })
})
