import type { Books } from "./Books.ts"

const defaultRates = { peninsula: 21, canarias: 7, ceuta: 4, melilla: 4 }

/** The tax rate, in percent, of a product, line or expense that names none. */
export const defaultRate = ({ company: { region } }: Books): number => defaultRates[region]
