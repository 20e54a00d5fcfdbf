import type { Scale } from "./invoiceGroups.ts"
import type { Walk } from "./walks.ts"

/** Where groups have their invoices, which scales there are, and in which order they are walked. */
export interface Grouped {
  readonly table: string
  readonly scales: ReadonlyArray<Scale>
  readonly walk: Walk
}

/** Gives the name of a value. */
export type Parameter = (value: unknown) => string

/** Which invoices of the groups a list holds. */
export interface Matches {
  readonly with: ReadonlyArray<string>
  readonly total: string
  /**
   * Names of queries of groups that are walked, and the column by which an invoice names its own: id, and the ends that a
   * walk meets first and last.
   */
  readonly sources: ReadonlyArray<{ readonly key: string; readonly groups: string }>
  /** What else invoices are held against, beginning with AND. */
  readonly also: string
  /** Queries of places beside those of the walk. */
  readonly taken: ReadonlyArray<string>
}

/** The sum of counts `n`. */
export const sumOf = (counts: ReadonlyArray<string>): string =>
  `SELECT coalesce(sum(n), 0)::bigint AS list_total FROM (${counts.join(" UNION ALL ")}) AS g`

/**
 * The places of a page, and the queries they refer to: `likely` are the groups whose ends come first, `near` a few of
 * each, `farthest` where the page ends at the latest.
 */
export const placesOf = ({ table, walk }: Grouped, { also, sources, taken }: Matches) => {
  const { column, comes, direction } = walk
  const ends = direction === "DESC" ? "g.other_end AND g.nearest" : "g.nearest AND g.other_end"
  /** The next so many places of a group `g`. */
  const next = (key: string, limit: string, within = "") =>
    `SELECT t.${column} AS place FROM ${table} AS t WHERE t.${key} = g.id`
    + ` AND t.${column} BETWEEN ${ends} AND t.${column} ${comes} $2::bigint${within}${also}`
    + ` ORDER BY t.${column} ${direction} LIMIT ${limit}`
  const unionOf = (of: (source: Matches["sources"][number]) => string): string => sources.map(of).join(" UNION ALL ")
  const within = `${direction === "DESC" ? ">=" : "<="} (SELECT place FROM farthest)`
  const open = unionOf(({ groups, key }) =>
    `SELECT '${key}' AS key, g.id, g.nearest, g.other_end FROM ${groups} AS g WHERE g.other_end ${comes} $2::bigint`)
  const few = "(SELECT 4 + $3::integer / greatest(count(*), 1) FROM likely)"
  const near = unionOf(({ key }) =>
    `SELECT n.place FROM likely AS g CROSS JOIN LATERAL (${next(key, few)}) AS n WHERE g.key = '${key}'`)
  // Where these fill a page, none of its rows comes later than they do.
  const last = `SELECT place FROM near ORDER BY place ${direction} LIMIT 1 OFFSET $3::integer - 1`
  const end = direction === "DESC" ? 0 : Number.MAX_SAFE_INTEGER
  const places = unionOf(({ groups, key }) =>
    `SELECT n.place FROM ${groups} AS g`
    + ` CROSS JOIN LATERAL (${next(key, "$3::integer", ` AND t.${column} ${within}`)}) AS n`
    + ` WHERE g.other_end ${comes} $2::bigint AND g.nearest ${within}`)
  const beside = taken.map((query) => ` UNION ALL ${query}`).join("")
  return {
    with: [
      `likely AS MATERIALIZED (SELECT * FROM (${open}) AS g ORDER BY nearest ${direction} LIMIT $3::integer)`,
      `near AS MATERIALIZED (${near}${beside})`,
      `farthest AS MATERIALIZED (SELECT coalesce((${last}), ${end}) AS place)`,
    ],
    places: `SELECT place FROM (${places}${beside}) AS p ORDER BY place ${direction} LIMIT $3::integer`,
  }
}
