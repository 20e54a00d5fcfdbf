const pattern = /^\s*\d{1,4}(?:\s*\/\s*\d{1,4})*\s*$/

/** Ten years: a longer term is a typing error. */
const maxDays = 3650

/**
 * The day counts of an agreed due pattern such as "30/60/90" or "30" (contract, `plazos`), as ordered there.
 * Blanks around a count are let through; undefined for any other text and for counts above 3650.
 */
export const parseTerms = (plazos: string): ReadonlyArray<number> | undefined => {
  if (!pattern.test(plazos)) return undefined
  const days = plazos.split("/").map(Number)
  return days.every((count) => count <= maxDays) ? days : undefined
}
