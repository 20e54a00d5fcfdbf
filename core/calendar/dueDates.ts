import { addDays, type CivilDate, lastCivilDate } from "./civilDate.ts"

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

/**
 * The earliest due day of the pattern, counted from the issue day (contract, `fecha_vencimiento`).
 * Undefined when the pattern is malformed or the day would lie beyond the year 9999.
 */
export const firstDueDate = (plazos: string, from: CivilDate): CivilDate | undefined => {
  const terms = parseTerms(plazos)
  if (terms === undefined) return undefined
  const days = Math.min(...terms)
  return from > addDays(lastCivilDate, -days) ? undefined : addDays(from, days)
}
