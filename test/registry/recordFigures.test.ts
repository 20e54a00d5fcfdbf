import { assert, describe, it } from "@effect/vitest"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { recordFigures } from "../../core/registry/recordFigures.ts"
import type { LineAmounts } from "../../core/tax/totals.ts"

const line = (base: number, cuota = 0, cuota_recargo = 0): LineAmounts =>
  ({ base: cents(base), cuota: cents(cuota), cuota_recargo: cents(cuota_recargo) })

const figures = (lines: ReadonlyArray<LineAmounts>, exchange: number) =>
  recordFigures(lines, decimal6(exchange)) ?? assert.fail("beyond the bounds")

describe("the figures of a record in EUR", () => {
  it("are the stored ones if the invoice is in EUR", () => {
    const lines = [line(10_000, 2_100, 520), line(-300)]
    const { CuotaTotal, ImporteTotal, ...rest } = figures(lines, 1_000_000)
    assert.deepEqual(rest, { lines, ...line(9_700, 2_100, 520) })
    assert.deepEqual([CuotaTotal, ImporteTotal], [2_620, 12_320])
  })

  it("are converted so that the lines add up to the converted total", () => {
    // 1001 + 211 + 53 at 0.5 is 632.5, rounded to 633: the three halves are cut off, and the first two get the missing
    // cents.
    const { CuotaTotal, ImporteTotal, lines } = figures([line(1001, 211, 53)], 500_000)
    assert.deepEqual(lines, [line(501, 106, 26)])
    assert.deepEqual([CuotaTotal, ImporteTotal], [132, 633])
  })

  it("have the same total however the lines are divided", () => {
    const whole = figures([line(999, 210)], 333_333)
    const parted = figures([line(333, 70), line(333, 70), line(333, 70)], 333_333)
    assert.strictEqual(whole.ImporteTotal, parted.ImporteTotal)
    assert.strictEqual(whole.ImporteTotal, 403)
  })

  it("keep what a line contains besides its amounts", () => {
    const named = recordFigures([{ ...line(100, 21), name: "21 %" }], decimal6(2_000_000))
    assert.deepEqual(named?.lines, [{ ...line(200, 42), name: "21 %" }])
  })

  it("do not exist beyond 12 integer digits of a line, a sum or the total", () => {
    const most = 99_999_999_999_999
    const none = (lines: ReadonlyArray<LineAmounts>, exchange = 1_000_000) =>
      assert.isUndefined(recordFigures(lines, decimal6(exchange)))
    none([line(most + 1), line(-5)])
    none([line(0, -most - 1), line(0, 5)])
    none([line(0, 0, most + 1), line(0, 0, -5)])
    none([line(most), line(1)])
    none([line(0, most), line(0, 1), line(-5)])
    none([line(0, 0, most), line(0, 0, 1), line(-5)])
    none([line(0, most, 1), line(-5)])
    none([line(most, 1)])
    none([line(-most), line(-1)])
    none([line(50_000_000_000_000)], 2_000_000)
    none([line(50_000_000_000_000), line(-49_999_999_999_999)], 2_000_000)
    assert.strictEqual(figures([line(most)], 1_000_000).ImporteTotal, most)
    assert.strictEqual(figures([line(49_999_999_999_999)], 2_000_000).ImporteTotal, 99_999_999_999_998)
  })
})
