/**
 * Invoices of a range of days, in the order of their places. An index holds them sorted within each day only, so
 * reading and sorting the range would cost what the range holds. Instead, of each day that has invoices (its counter
 * tells) the next one is looked up; a page of n then lies within the n days whose next one comes first.
 */

/** In which order a list is walked: `comes` compares a place with the last one seen. */
export interface Walk {
  /** A column of places. */
  readonly column: string
  readonly direction: "ASC" | "DESC"
  readonly comes: ">" | "<"
}

/**
 * The places of the page, as a query of one column `place`. Parameters: $1 company, $2 last place seen, $3 rows at
 * most; `range` tells which names of day counters. By place of change it reads the index of the whole range.
 */
export const placesByDay = ({ column, comes, direction }: Walk, range: string): string => {
  const next = (limit: string) =>
    `SELECT t.${column} AS place FROM invoice AS t WHERE t.organization_id = $1::uuid AND t.fecha_emision = d.day`
    + ` AND t.${column} ${comes} $2::bigint ORDER BY t.${column} ${direction} LIMIT ${limit}`
  const inOrder = `ORDER BY n.place ${direction} LIMIT $3::integer`
  const counted = `SELECT right(name, 10)::date AS day FROM counter WHERE organization_id = $1::uuid AND ${range} AND n > 0`
  const days = `SELECT d.day FROM (${counted}) AS d CROSS JOIN LATERAL (${next("1")}) AS n ${inOrder}`
  return `WITH d AS MATERIALIZED (${days}) SELECT n.place FROM d CROSS JOIN LATERAL (${next("$3::integer")}) AS n ${inOrder}`
}
