import { assert, describe, it } from "@effect/vitest"
import type { Place } from "../../core/tax/place.ts"
import { type Operation, qualificationOf, type TaxedCompany } from "../../core/tax/qualification.ts"
import { type Region, regions } from "../../core/tax/regions.ts"

const places: ReadonlyArray<Place> = [...regions, "union", "union_unregistered", "abroad"]

const company = (region_fiscal: Region, given: Partial<TaxedCompany> = {}): TaxedCompany =>
  ({ region_fiscal, regimen_igic: "general", recargo_equivalencia: false, ...given })

const qualified = (issuer: TaxedCompany, given: Partial<Operation>): string => {
  const { operation, regime } = qualificationOf(
    { clase: "goods", taxed: false, surcharged: false, place: issuer.region_fiscal, ...given },
    issuer,
  )
  return `${regime} ${operation}`
}

describe("an operation at a rate above zero", () => {
  it("is taxed under the general regime, whoever buys", () => {
    for (const region of regions) {
      for (const place of places) {
        for (const clase of ["goods", "service"] as const) {
          assert.strictEqual(qualified(company(region), { taxed: true, place, clase }), "01 S1")
        }
      }
    }
  })

  it("is under the surcharge regime for a retailer's goods under IVA, unless the surcharge is charged", () => {
    const retailer = { recargo_equivalencia: true }
    assert.strictEqual(qualified(company("peninsula", retailer), { taxed: true }), "18 S1")
    assert.strictEqual(qualified(company("peninsula", retailer), { taxed: true, clase: "service" }), "01 S1")
    assert.strictEqual(qualified(company("peninsula", retailer), { taxed: true, surcharged: true }), "01 S1")
    assert.strictEqual(qualified(company("canarias", retailer), { taxed: true }), "01 S1")
    assert.strictEqual(qualified(company("ceuta", retailer), { taxed: true }), "01 S1")
    assert.strictEqual(qualified(company("peninsula", retailer), {}), "01 E1")
  })
})

/** Goods and services at rate zero from each territory to each place, as "regime operation". */
const crossings: Readonly<Record<Region, Readonly<Record<Place, readonly [goods: string, service: string]>>>> = {
  peninsula: {
    peninsula: ["01 E1", "01 E1"],
    canarias: ["02 E2", "08 N2"],
    ceuta: ["02 E2", "08 N2"],
    melilla: ["02 E2", "08 N2"],
    union: ["01 E5", "01 N2"],
    union_unregistered: ["01 E1", "01 E1"],
    abroad: ["02 E2", "01 N2"],
  },
  canarias: {
    peninsula: ["02 E2", "08 N2"],
    canarias: ["01 E1", "01 E1"],
    ceuta: ["02 E2", "20 N2"],
    melilla: ["02 E2", "20 N2"],
    union: ["02 E2", "01 N2"],
    union_unregistered: ["02 E2", "01 N2"],
    abroad: ["02 E2", "01 N2"],
  },
  ceuta: {
    peninsula: ["01 E2", "08 N2"],
    canarias: ["01 E2", "08 N2"],
    ceuta: ["19 E1", "19 E1"],
    melilla: ["01 E2", "01 N2"],
    union: ["01 E2", "01 N2"],
    union_unregistered: ["01 E2", "01 N2"],
    abroad: ["01 E2", "01 N2"],
  },
  melilla: {
    peninsula: ["01 E2", "08 N2"],
    canarias: ["01 E2", "08 N2"],
    ceuta: ["01 E2", "01 N2"],
    melilla: ["19 E1", "19 E1"],
    union: ["01 E2", "01 N2"],
    union_unregistered: ["01 E2", "01 N2"],
    abroad: ["01 E2", "01 N2"],
  },
}

describe("an operation at rate zero", () => {
  for (const region of regions) {
    it(`from ${region} depends on the customer's place`, () => {
      for (const place of places) {
        const found = (["goods", "service"] as const).map((clase) => qualified(company(region), { place, clase }))
        assert.deepStrictEqual(found, [...crossings[region][place]], place)
      }
    })
  }

  it("by a small business of the Canary Islands is exempt under its regime at home, and elsewhere like any other", () => {
    const small = company("canarias", { regimen_igic: "repep" })
    assert.strictEqual(qualified(small, {}), "18 E7")
    assert.strictEqual(qualified(small, { clase: "service" }), "18 E7")
    assert.strictEqual(qualified(small, { place: "abroad" }), "02 E2")
    assert.strictEqual(qualified(small, { place: "peninsula", clase: "service" }), "08 N2")
  })

  it("by a retailer of the Canary Islands is exempt under the retailers' regime: goods, at home", () => {
    const retailer = company("canarias", { regimen_igic: "minorista" })
    assert.strictEqual(qualified(retailer, {}), "17 E1")
    assert.strictEqual(qualified(retailer, { clase: "service" }), "01 E1")
    assert.strictEqual(qualified(retailer, { place: "peninsula" }), "02 E2")
    assert.strictEqual(qualified(retailer, { taxed: true }), "01 S1")
  })

  it("outside the Canary Islands does not depend on their regimes", () => {
    for (const regimen_igic of ["repep", "minorista"] as const) {
      assert.strictEqual(qualified(company("peninsula", { regimen_igic }), {}), "01 E1")
      assert.strictEqual(qualified(company("melilla", { regimen_igic }), {}), "19 E1")
    }
  })
})
