import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Month, monthOf, monthOfAeatDate, monthsBetween, monthText, parseMonth, startOfMonth } from "../../core/comparison/months.ts"
import { day } from "../support/samples.ts"

const month = fc.record({ ejercicio: fc.integer({ min: 2000, max: 2099 }), periodo: fc.integer({ min: 1, max: 12 }) })

const after = ({ ejercicio, periodo }: Month): Month =>
  periodo === 12 ? { ejercicio: ejercicio + 1, periodo: 1 } : { ejercicio, periodo: periodo + 1 }

describe("months of the tax authority", () => {
  it("are read as they are written, and no other text is accepted", () => {
    fc.assert(fc.property(month, (one) => {
      const text = monthText(one)
      assert.deepStrictEqual(parseMonth(text), one)
      assert.deepStrictEqual(monthOf(day(`${text}-28`)), one)
      assert.deepStrictEqual(monthOfAeatDate(`28-${text.slice(5)}-${text.slice(0, 4)}`), one)
      assert.strictEqual(new Date(startOfMonth(one)).toISOString(), `${text}-01T00:00:00.000Z`)
    }))
    for (const text of ["2026-13", "2026-00", "2026-1", "1999-01", "2026-011", " 2026-01", "enero"]) assert.isUndefined(parseMonth(text))
  })

  it("are listed from one to another, limited to the last so many", () => {
    fc.assert(fc.property(month, fc.nat(40), fc.integer({ min: 1, max: 50 }), (from, count, most) => {
      const all = Array.from({ length: count }).reduce<ReadonlyArray<Month>>((some) => [...some, after(some.at(-1) ?? from)], [from])
      const to = all.at(-1) ?? from
      assert.deepStrictEqual<ReadonlyArray<Month>>(monthsBetween(from, to, most), all.slice(-most))
      if (count > 0) assert.deepStrictEqual(monthsBetween(to, from, most), [from], "one that begins after its end is its end")
    }))
  })
})
