import type { Scale } from "../../groups/groups.ts"
import { asMet, type Walk } from "../walks.ts"

// SQL that takes one page out of many groups. Each group has its rows sorted, in an index by group and place; the page is the
// first so many rows when all groups are merged. In every query of a page $1 is the company, $2 the place of the last row seen
// and $3 how many rows the page may have.

/** Groups that are merged: where their rows are, at which scales there are any, and in which order their rows are walked. */
export interface WalkedGroups {
  readonly table: string
  readonly scales: ReadonlyArray<Scale>
  readonly walk: Walk
}

/** A query of groups (id, and the ends `nearest` and `other_end`), and the column in which a row names its group. */
interface GroupSource {
  readonly key: string
  readonly groups: string
}

/** The groups of a scale: the query `<scale>_groups`, and the column `<scale>_group`. */
export const sourceAt = (scale: Scale): GroupSource => ({ key: `${scale}_group`, groups: `${scale}_groups` })

/** Which rows of the groups a list holds. */
export interface Matches {
  /** Queries that the other members refer to. */
  readonly with: ReadonlyArray<string>
  /** The query of `list_total`. */
  readonly total: string
  /** The groups that are walked. */
  readonly sources: ReadonlyArray<GroupSource>
  /** A condition on each row `t` that a walk meets, beginning with AND; or an empty text. */
  readonly filter: string
  /** Queries of further places of the page, which are found in other ways than by a walk. */
  readonly otherPlaces: ReadonlyArray<string>
}

/** The query of a list's total: the sum of the column `n` of several queries. */
export const sumOf = (counts: ReadonlyArray<string>): string =>
  `SELECT coalesce(sum(n), 0)::bigint AS list_total FROM (${counts.join(" UNION ALL ")}) AS g`

/** All rows of the groups. */
export const allRows = ({ scales }: WalkedGroups): Matches => ({
  with: [],
  total: sumOf(scales.map((scale) => `SELECT n FROM ${scale}_groups`)),
  sources: scales.map(sourceAt),
  filter: "",
  otherPlaces: [],
})

/** The rows `t` for which a condition holds, where `n` and the ends of the groups tell of these rows alone. */
export const rowsCounted = (grouped: WalkedGroups, condition: string): Matches =>
  ({ ...allRows(grouped), filter: ` AND ${condition}` })

/** The rows `t` for which a condition holds, which have to be counted one by one. */
export const rowsToCount = (grouped: WalkedGroups, condition: string): Matches => ({
  with: [],
  total: sumOf(grouped.scales.map((scale) => countOf(scale, grouped, condition))),
  sources: grouped.scales.map(sourceAt),
  filter: ` AND ${condition}`,
  otherPlaces: [],
})

/**
 * Counts (`n`) the rows of each group for which a condition holds. The ends narrow this down only at the scale of contacts,
 * where they may be those of some days; at the others they would not, and a plan might use the index of the order of changes,
 * in which there are no amounts.
 */
export const countOf = (scale: Scale, { table, walk }: WalkedGroups, condition: string): string => {
  const { groups, key } = sourceAt(scale)
  return `SELECT c.n FROM ${groups} AS g CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM ${table} AS t
    WHERE t.${key} = g.id AND ${scale === "contact" ? `${isWithinEnds(walk)} AND ` : ""}${condition}
  ) AS c`
}

/** No row of a group `g` lies beyond its ends, nor any of the days that are asked for, where the ends are of those. */
const isWithinEnds = (walk: Walk): string =>
  `t.${walk.column} BETWEEN ${asMet(walk, "g.nearest", "g.other_end").join(" AND ")}`

/**
 * The query of the places of a page, and the queries that it refers to. All groups that have rows still to come could be asked
 * for their next $3 places, but there may be hundreds. So first a few places are taken of those groups whose next rows may
 * come first. Together they tell how far the page reaches at most, and only groups with rows that near are asked in full:
 *
 * - `likely`: the $3 groups whose nearest ends come first,
 * - `near`: a few next places of each of these,
 * - `farthest`: the place of the $3rd row of these, beyond which the page cannot reach; or the end of the list.
 */
export const placesOf = ({ table, walk }: WalkedGroups, { filter, otherPlaces, sources }: Matches) => {
  const { column, comes, direction } = walk
  /** The next places of a group `g`. */
  const next = (key: string, limit: string, condition = "") => `SELECT t.${column} AS place FROM ${table} AS t
    WHERE t.${key} = g.id AND ${isWithinEnds(walk)} AND t.${column} ${comes} $2::bigint${condition}${filter}
    ORDER BY t.${column} ${direction} LIMIT ${limit}`
  const ofEachSource = (of: (source: GroupSource) => string): string => sources.map(of).join(" UNION ALL ")
  const others = otherPlaces.map((query) => ` UNION ALL ${query}`).join("")

  const open = ofEachSource(({ groups, key }) =>
    `SELECT '${key}' AS key, g.id, g.nearest, g.other_end FROM ${groups} AS g WHERE g.other_end ${comes} $2::bigint`)
  const few = "(SELECT 4 + $3::integer / greatest(count(*), 1) FROM likely)"
  const near = ofEachSource(({ key }) =>
    `SELECT n.place FROM likely AS g CROSS JOIN LATERAL (${next(key, few)}) AS n WHERE g.key = '${key}'`)
  const farthest = `SELECT place FROM near ORDER BY place ${direction} LIMIT 1 OFFSET $3::integer - 1`
  const endOfList = direction === "DESC" ? 0 : Number.MAX_SAFE_INTEGER
  const isNearEnough = `${direction === "DESC" ? ">=" : "<="} (SELECT place FROM farthest)`
  const places = ofEachSource(({ groups, key }) => `SELECT n.place FROM ${groups} AS g
    CROSS JOIN LATERAL (${next(key, "$3::integer", ` AND t.${column} ${isNearEnough}`)}) AS n
    WHERE g.other_end ${comes} $2::bigint AND g.nearest ${isNearEnough}`)
  return {
    with: [
      `likely AS MATERIALIZED (SELECT * FROM (${open}) AS g ORDER BY nearest ${direction} LIMIT $3::integer)`,
      `near AS MATERIALIZED (${near}${others})`,
      `farthest AS MATERIALIZED (SELECT coalesce((${farthest}), ${endOfList}) AS place)`,
    ],
    places: `SELECT place FROM (${places}${others}) AS p ORDER BY place ${direction} LIMIT $3::integer`,
  }
}
