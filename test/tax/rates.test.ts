import { assert, describe, it } from "@effect/vitest"
import { parseCivilDate } from "../../core/calendar/civilDate.ts"
import { decimal6FromText, decimal6ToNumber } from "../../core/money/decimal.ts"
import type { IgicRegime } from "../../core/tax/igicRegime.ts"
import { ordinaryRate, rateHolds, ratesOn } from "../../core/tax/rates.ts"
import { type Region, regions, taxOf } from "../../core/tax/regions.ts"

const day = (text: string) => parseCivilDate(text) ?? assert.fail(`no day: ${text}`)
const rates = (region: Region, on: string) => ratesOn(region, day(on)).map(decimal6ToNumber)
const holds = (region: Region, rate: string, on: string) => rateHolds(region, decimal6FromText(rate), day(on))

it("each region has its tax", () => {
  assert.deepStrictEqual(regions.map(taxOf), ["IVA", "IGIC", "IPSI", "IPSI"])
})

describe("IVA", () => {
  it("has the rates of AEAT's validations on each day", () => {
    assert.deepStrictEqual(rates("peninsula", "2022-06-30"), [0, 4, 10, 21])
    assert.deepStrictEqual(rates("peninsula", "2022-07-01"), [0, 4, 5, 10, 21])
    assert.deepStrictEqual(rates("peninsula", "2024-09-30"), [0, 4, 5, 10, 21])
    assert.deepStrictEqual(rates("peninsula", "2024-10-01"), [0, 2, 4, 7.5, 10, 21])
    assert.deepStrictEqual(rates("peninsula", "2024-12-31"), [0, 2, 4, 7.5, 10, 21])
    assert.deepStrictEqual(rates("peninsula", "2025-01-01"), [0, 4, 10, 21])
    assert.deepStrictEqual(rates("peninsula", "2026-11-20"), [0, 4, 10, 21])
  })

  it("has no other rate", () => {
    assert.isTrue(holds("peninsula", "21", "2026-11-20"))
    for (const rate of ["7", "21.000001", "20", "16", "100"]) {
      assert.isFalse(holds("peninsula", rate, "2026-11-20"))
    }
  })

  it("has a temporary rate until its last day", () => {
    assert.isTrue(holds("peninsula", "7.5", "2024-12-31"))
    assert.isFalse(holds("peninsula", "7.5", "2025-01-01"))
    assert.isFalse(holds("peninsula", "7.5", "2024-09-30"))
  })
})

it("IGIC has the rates of the Canary law, with 1 % since 2026", () => {
  assert.deepStrictEqual(rates("canarias", "2026-11-20"), [0, 1, 3, 5, 7, 9.5, 15, 20])
  assert.deepStrictEqual(rates("canarias", "2026-01-01"), [0, 1, 3, 5, 7, 9.5, 15, 20])
  assert.deepStrictEqual(rates("canarias", "2025-12-31"), [0, 3, 5, 7, 9.5, 15, 20])
  assert.isFalse(holds("canarias", "21", "2026-11-20"))
})

it("IPSI has 0.5 and the whole percents up to 10 that Ley 8/1991, art. 18 leaves to the cities", () => {
  for (const region of ["ceuta", "melilla"] as const) {
    assert.deepStrictEqual(rates(region, "2026-11-20"), [0, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const rate of ["11", "21", "0.25"]) assert.isFalse(holds(region, rate, "2026-11-20"))
  }
})

it("the ordinary rate is that of the region; a small business of the Canary Islands charges none", () => {
  const ordinary = (region: Region, regimen_igic: IgicRegime) =>
    decimal6ToNumber(ordinaryRate({ region_fiscal: region, regimen_igic }))
  assert.deepEqual(regions.map((region) => ordinary(region, "general")), [21, 7, 4, 4])
  assert.deepEqual(regions.map((region) => ordinary(region, "minorista")), [21, 7, 4, 4])
  assert.deepEqual(regions.map((region) => ordinary(region, "repep")), [21, 0, 4, 4])
})
