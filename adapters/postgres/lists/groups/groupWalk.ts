import type { Walk } from "../walks.ts"
import type { Scale } from "./groups.ts"

/** Where groups have their invoices, which scales there are, and in which order they are walked. */
export interface Grouped {
  readonly table: string
  readonly scales: ReadonlyArray<Scale>
  readonly walk: Walk
}

interface GroupSource {
  readonly key: string
  readonly groups: string
}

/** The groups of a scale: query `<scale>_groups`, which invoices name in the column `<scale>_group`. */
export const sourceAt = (scale: Scale): GroupSource => ({ key: `${scale}_group`, groups: `${scale}_groups` })

/** Which invoices of the groups a list holds. */
export interface Matches {
  readonly with: ReadonlyArray<string>
  readonly total: string
  /**
   * Names of queries of groups that are walked, and the column by which an invoice names its own: id, and the ends that a
   * walk meets first and last.
   */
  readonly sources: ReadonlyArray<GroupSource>
  /** What else invoices are held against, beginning with AND. */
  readonly also: string
  /** Queries of places beside those of the walk. */
  readonly taken: ReadonlyArray<string>
}

/** The sum of counts `n`. */
export const sumOf = (counts: ReadonlyArray<string>): string =>
  `SELECT coalesce(sum(n), 0)::bigint AS list_total FROM (${counts.join(" UNION ALL ")}) AS g`

/** All invoices of the groups. */
export const allOf = ({ scales }: Grouped): Matches => ({
  with: [],
  total: sumOf(scales.map((scale) => `SELECT n FROM ${scale}_groups`)),
  sources: scales.map(sourceAt),
  also: "",
  taken: [],
})

/** Those for which a text about a row `t` is true, which are what the groups count. */
export const countedThat = (grouped: Grouped, within: string): Matches => ({ ...allOf(grouped), also: ` AND ${within}` })

/** Those for which a text about an invoice `t` is true, counted one by one. */
export const thoseThat = (grouped: Grouped, within: string): Matches => ({
  with: [],
  total: sumOf(grouped.scales.map((scale) => countOf(scale, grouped, within))),
  sources: grouped.scales.map(sourceAt),
  also: ` AND ${within}`,
  taken: [],
})

/**
 * Counts `n` of the invoices of each group for which the text is true. Between ends only where these are of a contact's days:
 * of whole groups they narrow nothing, and those of changes would choose an index that has no amounts.
 */
export const countOf = (scale: Scale, { table, walk }: Grouped, within: string): string => {
  const { groups, key } = sourceAt(scale)
  return `SELECT c.n FROM ${groups} AS g CROSS JOIN LATERAL (SELECT count(*) AS n FROM ${table} AS t`
    + ` WHERE t.${key} = g.id AND ${scale === "contact" ? `${isWithinEnds(walk)} AND ` : ""}${within}) AS c`
}

/** No row of a group `g` lies beyond its ends, nor do those of its days where these are told. */
const isWithinEnds = ({ column, direction }: Walk): string =>
  `t.${column} BETWEEN ${direction === "DESC" ? "g.other_end AND g.nearest" : "g.nearest AND g.other_end"}`

/**
 * The places of a page, and the queries they refer to: `likely` are the groups whose ends come first, `near` a few of
 * each, `farthest` where the page ends at the latest.
 */
export const placesOf = ({ table, walk }: Grouped, { also, sources, taken }: Matches) => {
  const { column, comes, direction } = walk
  /** The next so many places of a group `g`. */
  const next = (key: string, limit: string, within = "") =>
    `SELECT t.${column} AS place FROM ${table} AS t WHERE t.${key} = g.id`
    + ` AND ${isWithinEnds(walk)} AND t.${column} ${comes} $2::bigint${within}${also}`
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
