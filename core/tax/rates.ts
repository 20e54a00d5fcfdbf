import type { CivilDate } from "../calendar/civilDate.ts"
import { type Decimal6, decimal6 } from "../money/decimal.ts"
import type { TaxedCompany } from "./qualification.ts"
import { type Region, type Tax, taxOf } from "./regions.ts"

/** A rate and the first and last civil date on which it holds; without a date it is unlimited on that side. */
interface DatedRate {
  readonly rate: Decimal6
  readonly from?: string
  readonly until?: string
}

const open = (millionths: number): DatedRate => ({ rate: decimal6(millionths) })

const since = (millionths: number, from: string): DatedRate => ({ rate: decimal6(millionths), from })

const during = (millionths: number, from: string, until: string): DatedRate =>
  ({ rate: decimal6(millionths), from, until })

const table: Readonly<Record<Tax, ReadonlyArray<DatedRate>>> = {
  // Ley 37/1992, arts. 90 and 91; the dates are those of AEAT's validations, 15.1.
  IVA: [
    open(0),
    during(2_000_000, "2024-10-01", "2024-12-31"), // RDL 4/2024, basic food
    open(4_000_000),
    during(5_000_000, "2022-07-01", "2024-09-30"), // RDL 11/2022 electricity; RDL 20/2022 and 4/2024 food
    during(7_500_000, "2024-10-01", "2024-12-31"), // RDL 4/2024, pasta and seed oils
    open(10_000_000),
    open(21_000_000),
  ],
  // Decreto Legislativo 1/2025 of the Canary Islands, formerly Ley 4/2012 art. 51.
  IGIC: [
    open(0),
    since(1_000_000, "2026-01-01"), // BOC 256/2025, number 4414: fuels
    open(3_000_000),
    open(5_000_000),
    open(7_000_000),
    open(9_500_000),
    open(15_000_000),
    open(20_000_000),
  ],
  // Ley 8/1991, art. 18.1: each city fixes its rates, between 0.5 % and 10 %, in its ordinance. Ordinances
  // change and differ, and AEAT does not check these rates, so all whole points are let through.
  IPSI: [
    open(0),
    open(500_000),
    open(1_000_000),
    open(2_000_000),
    open(3_000_000),
    open(4_000_000),
    open(5_000_000),
    open(6_000_000),
    open(7_000_000),
    open(8_000_000),
    open(9_000_000),
    open(10_000_000),
  ],
}

/** IVA 21, IGIC 7, IPSI 4 (services in Ceuta and Melilla). */
const ordinaryRates: Readonly<Record<Region, Decimal6>> = {
  peninsula: decimal6(21_000_000),
  canarias: decimal6(7_000_000),
  ceuta: decimal6(4_000_000),
  melilla: decimal6(4_000_000),
}

/** What a company's ordinary rate depends on. */
export type RatedCompany = Pick<TaxedCompany, "region_fiscal" | "regimen_igic">

/** The rate (percent) that a company charges ordinarily; small businesses of the Canary Islands charge none. */
export const ordinaryRate = ({ regimen_igic, region_fiscal }: RatedCompany): Decimal6 =>
  region_fiscal === "canarias" && regimen_igic === "repep" ? decimal6(0) : ordinaryRates[region_fiscal]

const holds = ({ from, until }: DatedRate, on: CivilDate): boolean =>
  (from === undefined || on >= from) && (until === undefined || on <= until)

/** Whether the region's tax has this rate (percent) on that day. */
export const rateHolds = (region: Region, rate: Decimal6, on: CivilDate): boolean =>
  table[taxOf(region)].some((dated) => dated.rate === rate && holds(dated, on))

/** The rates (percent) of the region's tax on that day, lowest first. */
export const ratesOn = (region: Region, on: CivilDate): ReadonlyArray<Decimal6> =>
  table[taxOf(region)].filter((dated) => holds(dated, on)).map(({ rate }) => rate)
