import type { CivilDate } from "../calendar/civilDate.ts"
import { civilDateAt, type CivilZone } from "../calendar/civilZone.ts"
import type { Instant } from "../calendar/instant.ts"

/** The tax territories (contract, region_fiscal); peninsula includes the Balearic Islands. */
export const regions = ["peninsula", "canarias", "ceuta", "melilla"] as const

/** One of the tax territories. */
export type Region = (typeof regions)[number]

/** The indirect tax of a territory. */
export type Tax = "IVA" | "IGIC" | "IPSI"

const taxes: Readonly<Record<Region, Tax>> = {
  peninsula: "IVA",
  canarias: "IGIC", // Ley 20/1991
  ceuta: "IPSI", // Ley 8/1991
  melilla: "IPSI",
}

/** The tax that a territory's invoices carry. */
export const taxOf = (region: Region): Tax => taxes[region]

/** The civil time of a company, by its region_fiscal (decisions section 2). */
export const zoneOfRegion = (region: Region): CivilZone =>
  region === "canarias" ? "Atlantic/Canary" : "Europe/Madrid"

/** The civil date in a region at an instant. */
export const civilDateIn = (region: Region, at: Instant): CivilDate => civilDateAt(zoneOfRegion(region), at)

/**
 * The instant that gives a write its day. That is `now`, which keeps the company's order, except where `now` falls on another
 * day than the clock shows, as it does after a write under a wrong clock: then it is the clock's.
 */
export const instantOnDay = (region: Region, { clock, now }: { readonly clock: Instant; readonly now: Instant }): Instant =>
  civilDateIn(region, now) === civilDateIn(region, clock) ? now : clock
