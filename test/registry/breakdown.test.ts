import { assert, describe, it } from "@effect/vitest"
import { cents } from "../../core/money/cents.ts"
import { breakdownMax, breakdownOf } from "../../core/registry/breakdown.ts"
import type { Place } from "../../core/tax/place.ts"
import type { TaxedCompany } from "../../core/tax/qualification.ts"
import { decimal, type GivenLine, invoiceOf } from "./invoiceOf.ts"

const ordinary: TaxedCompany = { region_fiscal: "peninsula", regimen_igic: "general", recargo_equivalencia: false }
const retailer: TaxedCompany = { ...ordinary, recargo_equivalencia: true }

interface Given {
  readonly company?: TaxedCompany
  readonly place?: Place
  readonly surcharged?: boolean
}

const breakdown = (lines: ReadonlyArray<GivenLine>, given: Given = {}) => {
  const { place = "peninsula", surcharged = false, company = ordinary } = given
  return breakdownOf(invoiceOf(lines, { recargo_equivalencia: surcharged }), company, place)
}

/** A rate with base and tax, and the rate and amount of its surcharge. */
const figures = (taxed: readonly [number, number, number], surcharge: readonly [number, number]) => ({
  tipo_iva: decimal(taxed[0]),
  base: cents(taxed[1]),
  cuota: cents(taxed[2]),
  tipo_recargo: decimal(surcharge[0]),
  cuota_recargo: cents(surcharge[1]),
})

/** Each line as "base regime operation". */
const summary = (...args: Parameters<typeof breakdown>) =>
  breakdown(...args).map(({ base, operation, regime }) => `${base} ${regime} ${operation}`)

describe("the breakdown of a record", () => {
  it("has at most twelve lines", () => {
    assert.strictEqual(breakdownMax, 12)
  })

  it("has one line for each rate, with its tax and surcharge, in the order of the invoice", () => {
    const lines = [{ rate: 10, base: 5_000 }, { rate: 21, base: 10_000 }, { rate: 10, base: 1_000 }]
    assert.deepEqual(breakdown(lines, { surcharged: true }), [
      { regime: "01", operation: "S1", ...figures([10, 6_000, 600], [1.4, 84]) },
      { regime: "01", operation: "S1", ...figures([21, 10_000, 2_100], [5.2, 520]) },
    ])
  })

  it("is empty without lines", () => {
    assert.deepEqual(breakdown([]), [])
  })
})

describe("a rate above zero", () => {
  it("is under the surcharge regime where a retailer sells nothing but goods at that rate", () => {
    const goods = { rate: 21, base: 100, clase: "goods" } as const
    const service = { rate: 21, base: 100, clase: "service" } as const
    assert.deepEqual(summary([goods, goods], { company: retailer }), ["200 18 S1"])
    assert.deepEqual(summary([goods, service], { company: retailer }), ["200 01 S1"])
    assert.deepEqual(summary([service, goods], { company: retailer }), ["200 01 S1"])
    assert.deepEqual(summary([service], { company: retailer }), ["100 01 S1"])
    assert.deepEqual(summary([goods, { ...service, rate: 10 }], { company: retailer }), ["100 18 S1", "100 01 S1"])
    assert.deepEqual(summary([goods], { company: retailer, surcharged: true }), ["100 01 S1"])
    assert.deepEqual(summary([goods]), ["100 01 S1"])
  })

  it("is taxed wherever the customer is", () => {
    assert.deepEqual(summary([{ rate: 21, base: 100 }], { place: "abroad" }), ["100 01 S1"])
  })
})

describe("rate zero", () => {
  const goods = { rate: 0, base: 100, clase: "goods" } as const
  const service = { rate: 0, base: 7, clase: "service" } as const

  it("makes one line at home", () => {
    assert.deepEqual(summary([goods, service]), ["107 01 E1"])
  })

  it("makes one line for goods and one for services if the customer's place tells them apart", () => {
    assert.deepEqual(summary([goods, service, goods], { place: "abroad" }), ["200 02 E2", "7 01 N2"])
    assert.deepEqual(summary([service, goods], { place: "union" }), ["7 01 N2", "100 01 E5"])
  })

  it("keeps apart what differs in its regime only", () => {
    const company: TaxedCompany = { ...ordinary, region_fiscal: "canarias", regimen_igic: "minorista" }
    assert.deepEqual(summary([goods, service], { company, place: "canarias" }), ["100 17 E1", "7 01 E1"])
  })

  it("adds up to the cent what goes beyond safe integers on the way, and ends at the greatest one", () => {
    const most = 99_999_999_999_900
    const opposites = (count: number) =>
      Array.from({ length: count }, () => [{ ...goods, base: most }, { ...service, base: -most }]).flat()
    const safe = Number.MAX_SAFE_INTEGER
    assert.deepEqual(summary(opposites(91), { place: "abroad" }), [`${safe} 02 E2`, `${-safe} 01 N2`])
    const back = [...opposites(91), ...opposites(90).map((one) => ({ ...one, base: -one.base })), { ...goods, base: -1 }]
    assert.deepEqual(summary(back, { place: "abroad" }), [`${most - 1} 02 E2`, `${-most} 01 N2`])
  })

  it("has no tax, and no surcharge next to rates that have one", () => {
    const [taxed, untaxed] = breakdown([{ rate: 21, base: 10_000 }, service], { surcharged: true })
    assert.deepEqual(untaxed, { regime: "01", operation: "E1", ...figures([0, 7, 0], [0, 0]) })
    assert.strictEqual(taxed?.cuota_recargo, 520)
  })
})
