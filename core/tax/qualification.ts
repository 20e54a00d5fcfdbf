import type { IgicRegime } from "./igicRegime.ts"
import type { Place } from "./place.ts"
import { type Region, regions, type Tax, taxOf } from "./regions.ts"

/**
 * How the tax sees an operation, under AEAT's codes: taxed (S1), not subject by its place of supply (N2), or
 * exempt: as such (E1), as an export (E2), as an intra-EU supply of goods (E5), by the small-business regime of
 * the Canary tax (E7).
 */
export interface Qualification {
  /** ClaveRegimen (AEAT, lists L8A and L8B, and the keys of IPSI in its validations 15.6). */
  readonly regime: typeof regimes[number]
  readonly operation: typeof operations[number]
}

/** The codes of regimes that we use. */
export const regimes = ["01", "02", "08", "17", "18", "19", "20"] as const

/** The codes of qualifications and exemptions that we use. */
export const operations = ["S1", "N2", "E1", "E2", "E5", "E7"] as const

/** What the tax depends on in the company that issues. */
export interface TaxedCompany {
  readonly region_fiscal: Region
  readonly regimen_igic: IgicRegime
  /** A retailer under the equivalence surcharge (Ley 37/1992 art. 148). */
  readonly recargo_equivalencia: boolean
}

/** The company's regimes as far as a record states them. */
export type Regimes = Pick<TaxedCompany, "regimen_igic" | "recargo_equivalencia">

/** What is sold. */
export interface Operation {
  readonly clase: "goods" | "service"
  /** Whether a rate above zero is charged. */
  readonly taxed: boolean
  /** Whether the surcharge is charged on top. */
  readonly surcharged: boolean
  /** Where the customer is; the issuer's own territory when there is none. */
  readonly place: Place
}

/**
 * The qualification of an operation. Where a rate above zero is charged the operation is taxed, whoever buys. At rate zero it
 * is exempt if the customer is at home, and otherwise what the customer's place makes of it.
 */
export const qualificationOf = (operation: Operation, company: TaxedCompany): Qualification => {
  if (operation.taxed) return { operation: "S1", regime: taxedRegime(operation, company) }
  if (isAtHome(operation.place, company.region_fiscal)) return exemptAtHome(operation, company)
  const tax = taxOf(company.region_fiscal)
  return operation.clase === "goods" ? goodsSentAway(tax, operation.place) : serviceElsewhere(tax, operation.place)
}

/** A retailer under the surcharge sells goods under it (18); charging it is what others do (AEAT, list L8A). */
const taxedRegime = ({ clase, surcharged }: Operation, { recargo_equivalencia, region_fiscal }: TaxedCompany) =>
  taxOf(region_fiscal) === "IVA" && recargo_equivalencia && clase === "goods" && !surcharged ? "18" : "01"

/**
 * A customer elsewhere in the Union without VAT id buys under the Spanish tax (Ley 37/1992 arts. 25 and 69), but
 * not under those of Canarias, Ceuta and Melilla, which lie outside the Union's.
 */
const isAtHome = (place: Place, region: Region): boolean =>
  place === region || (place === "union_unregistered" && taxOf(region) === "IVA")

const exemptAtHome = ({ clase }: Operation, { regimen_igic, region_fiscal }: TaxedCompany): Qualification => {
  switch (taxOf(region_fiscal)) {
    case "IVA": // Ley 37/1992 art. 20
      return { operation: "E1", regime: "01" }
    case "IPSI": // 19: exempt operations inside the city
      return { operation: "E1", regime: "19" }
    case "IGIC": // Decreto Legislativo 1/2025 of the Canary Islands: chapter I (exemptions), art. 90 (small businesses)
      if (regimen_igic === "repep") return { operation: "E7", regime: "18" }
      return { operation: "E1", regime: regimen_igic === "minorista" && clase === "goods" ? "17" : "01" }
  }
}

/** Ley 37/1992 arts. 21 and 25; Ley 20/1991 art. 11. AEAT wants exports under 02 (error 1199), which IPSI lacks. */
const goodsSentAway = (tax: Tax, place: Place): Qualification => {
  if (tax === "IVA" && place === "union") return { operation: "E5", regime: "01" }
  return { operation: "E2", regime: tax === "IPSI" ? "01" : "02" }
}

/** Ley 37/1992 art. 69; Ley 20/1991 art. 17. The regime tells which other Spanish tax it falls under. */
const serviceElsewhere = (tax: Tax, place: Place): Qualification => {
  const other = spanishTax(place)
  if (other === undefined || other === tax) return { operation: "N2", regime: "01" }
  return { operation: "N2", regime: tax === "IGIC" && other === "IPSI" ? "20" : "08" }
}

const spanishTax = (place: Place): Tax | undefined => {
  const region = regions.find((one) => one === place)
  return region === undefined ? undefined : taxOf(region)
}
