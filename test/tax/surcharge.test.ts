import { assert, it } from "@effect/vitest"
import { decimal6FromText, decimal6Text } from "../../core/money/decimal.ts"
import type { Region } from "../../core/tax/regions.ts"
import { surchargeRate } from "../../core/tax/surcharge.ts"

const pair = (region: Region, rate: string) => {
  const surcharge = surchargeRate(region, decimal6FromText(rate))
  return surcharge === undefined ? undefined : decimal6Text(surcharge)
}

it("IVA has the pairs in decisions.md and no others", () => {
  assert.deepStrictEqual(
    ["21", "10", "5", "4", "2", "0"].map((rate) => pair("peninsula", rate)),
    ["5.2", "1.4", "0.62", "0.5", "0.26", "0"],
  )
  for (const rate of ["7.5", "7", "20.999999", "100"]) assert.isUndefined(pair("peninsula", rate))
})

it("the retail regime of IGIC is a tenth of the rate", () => {
  assert.deepStrictEqual(
    ["0", "3", "5", "7", "9.5", "15", "20", "0.000005"].map((rate) => pair("canarias", rate)),
    ["0", "0.3", "0.5", "0.7", "0.95", "1.5", "2", "0.000001"],
  )
})

it("IPSI has none", () => {
  for (const rate of ["0", "4", "10", "21"]) {
    assert.isUndefined(pair("ceuta", rate))
    assert.isUndefined(pair("melilla", rate))
  }
})
