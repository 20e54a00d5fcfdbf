import { type Decimal6, decimal6 } from "../money/decimal.ts"
import { roundedQuotient } from "../money/rounding.ts"
import { type Region, taxOf } from "./regions.ts"

/** Recargo de equivalencia by IVA rate (Ley 37/1992, art. 161; decisions, "Totals"). */
const ivaPairs: ReadonlyMap<Decimal6, Decimal6> = new Map([
  [decimal6(0), decimal6(0)],
  [decimal6(2_000_000), decimal6(260_000)],
  [decimal6(4_000_000), decimal6(500_000)],
  [decimal6(5_000_000), decimal6(620_000)],
  [decimal6(10_000_000), decimal6(1_400_000)],
  [decimal6(21_000_000), decimal6(5_200_000)],
])

/**
 * The surcharge (percent) that goes with a tax rate (percent), undefined when none does: in IVA the pairs of the law, in IPSI
 * none. In IGIC it is the retail regime's, a tenth of the rate (Decreto Legislativo 1/2025 art. 70). That levies it on imports
 * only; on invoices it is the contract's.
 */
export const surchargeRate = (region: Region, rate: Decimal6): Decimal6 | undefined => {
  switch (taxOf(region)) {
    case "IVA":
      return ivaPairs.get(rate)
    case "IGIC":
      return decimal6(roundedQuotient(rate, 10))
    case "IPSI":
      return undefined
  }
}
