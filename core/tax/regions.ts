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
