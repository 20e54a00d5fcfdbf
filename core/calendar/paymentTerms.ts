const pattern = /^\s*\d{1,4}(?:\s*\/\s*\d{1,4})*\s*$/

/** Ten years; a longer term is taken for a typing error. */
const maxDays = 3650

/**
 * The numbers of days in agreed terms of payment such as "30/60/90" or "30" (contract, `plazos`), in the order written.
 * Blanks around the numbers are accepted. Undefined for any other text, and where a number exceeds 3650.
 */
export const parseTerms = (plazos: string): ReadonlyArray<number> | undefined => {
  if (!pattern.test(plazos)) return undefined
  const days = plazos.split("/").map(Number)
  return days.every((count) => count <= maxDays) ? days : undefined
}
