import type { Parameter } from "../parameters.ts"
import { asMet, type Walk } from "../walks.ts"
import { amountPieces, type AmountRange, companyScales, type CountedScale, groupScales, isCounted, kindOf } from "./amounts.ts"
import { countOf, type Matches, rowsToCount, sourceAt, sumOf, type WalkedGroups } from "./groupWalk.ts"

// Lists of invoices by their totals. How many invoices of each group match is known from parts (amounts.ts), and tells how to
// find the next ones: when they are few, all of them are taken by their amounts; when they are many, the next ones come soon
// in a walk in the order of the list. They are few when taking them passes no more invoices than such a walk would, so that
// the cost of either grows with the square root of the group at most. No walk begins before the first match or goes on after
// the last one; only a long time without a match in between can make it long.
//
// When amounts are all that is asked for, the whole company is taken as one group. Groups of single days, of which a list takes
// only those at the ends of its months, have no parts: their invoices are looked through in the index. The queries, in short
// (see also groupPages.ts):
//
//     held AS (each group with its matches, n, and whether these are few),
//     many_ever AS (the groups in held that are walked), and likewise for the other scales,
//     amounts AS (the next places in groups with few matches, found by amounts)

/** The invoices within a range of amounts, of all groups of a company (`ofAll`) or of those of the scales. */
export const matchesByAmount = (grouped: WalkedGroups, range: AmountRange, ofAll: boolean, parameter: Parameter): Matches => {
  const { scales, table, walk: { column, comes, direction } } = grouped
  const [from, to] = [range.from, range.to].map((amount) => `${parameter(amount)}::bigint`)
  const within = `t.total BETWEEN ${from} AND ${to}`
  // The same condition, written so that no index of amounts can be used for it.
  const walked = `t.total + 0 BETWEEN ${from} AND ${to}`
  const levels = ofAll ? [companyLevel(grouped.walk)] : scales.filter(isCounted).map(levelAt)
  const byDays = scales.filter((scale) => !isCounted(scale))
  if (levels.length === 0) return rowsToCount(grouped, walked)
  // OFFSET 0 makes the planner look into group by group, whatever it thinks of that.
  const fewOf = ({ key, members, name }: Level) => `SELECT n.place
    FROM held AS g
    CROSS JOIN LATERAL (${members}) AS m
    CROSS JOIN LATERAL (
      SELECT t.${column} AS place FROM ${table} AS t
      WHERE t.${key} = m.id AND ${within} AND t.${column} ${comes} $2::bigint OFFSET 0
    ) AS n
    WHERE g.few AND g.level = '${name}'`
  return {
    with: [
      ...levels.flatMap((level) => level.with),
      `held AS MATERIALIZED (${heldOf(grouped, range, levels, parameter)})`,
      ...levels.map(({ name }) => `many_${name} AS MATERIALIZED (SELECT * FROM held WHERE NOT few AND level = '${name}')`),
      `amounts AS MATERIALIZED (
    SELECT place FROM (${levels.map(fewOf).join(" UNION ALL ")}) AS n ORDER BY place ${direction} LIMIT $3::integer
  )`,
    ],
    total: sumOf(["SELECT n FROM held", ...byDays.map((scale) => countOf(scale, grouped, within))]),
    sources: [...levels.map(({ name, walkedBy }) => ({ key: walkedBy, groups: `many_${name}` })), ...byDays.map(sourceAt)],
    filter: ` AND ${walked}`,
    otherPlaces: ["SELECT place FROM amounts"],
  }
}

/** The groups of a scale, or a company as one group; their invoices are counted by amounts. */
interface Level {
  readonly name: string
  /** Queries that `from` refers to. */
  readonly with: ReadonlyArray<string>
  /** The query of these groups `g`: id, n, large, and the ends of a walk. */
  readonly from: string
  /**
   * A query of the ids under which a group's invoices are found by their amounts, and the column of invoices with these ids.
   */
  readonly members: string
  readonly key: string
  /** The column of invoices with the id of the group itself. */
  readonly walkedBy: string
  /** How many first digits its parts tell apart. */
  readonly digits: ReadonlyArray<number>
}

const levelAt = (scale: CountedScale): Level => {
  const { groups, key } = sourceAt(scale)
  return { name: scale, with: [], from: groups, members: "SELECT g.id", key, walkedBy: key, digits: groupScales[scale] }
}

const companyName = "company"

/** The company as one group, made up of all its groups `ever`. */
const companyLevel = (walk: Walk): Level => {
  const [nearest, other] = asMet(walk, "min", "max")
  return {
    name: companyName,
    with: [
      `company AS MATERIALIZED (
    SELECT $1::uuid AS id, sum(n) AS n, true AS large, ${nearest}(nearest) AS nearest, ${other}(other_end) AS other_end
    FROM ever_groups
  )`,
    ],
    from: "company",
    members: "SELECT id FROM ever_groups",
    key: "ever_group",
    walkedBy: "organization_id",
    digits: companyScales,
  }
}

/** The query `held`: each group's number of matches, whether these are few, and between which places a walk meets them. */
const heldOf = (
  { table, walk }: WalkedGroups,
  range: AmountRange,
  levels: ReadonlyArray<Level>,
  parameter: Parameter,
): string => {
  const array = (type: string, values: ReadonlyArray<number | string>) => `${parameter(values)}::${type}[]`
  const { by, column } = walk
  const whole = `${array("bigint", [range.from])}, ${array("bigint", [range.to])}`
  const groupsOf = ({ digits, from, key, members, name }: Level): string => {
    const { counted, uncounted } = amountPieces(range, digits)
    const parts = [
      array("text", counted.map((piece) => kindOf(piece.digits))),
      array("bigint", counted.map((piece) => piece.from)),
      array("bigint", counted.map((piece) => piece.to)),
    ]
    const edges = [array("bigint", uncounted.map((piece) => piece.from)), array("bigint", uncounted.map((piece) => piece.to))]
    // Of a large group, its parts and the invoices at the edges of the range; of a small one, the invoices of the whole range.
    // OFFSET 0 makes the planner look up piece by piece, whatever it thinks of that.
    const matches = `SELECT sum(h.n) AS n, min(h.first) AS first, max(h.last) AS last
      FROM (
        SELECT a.n, a.first, a.last
        FROM unnest(${parts.join(", ")}) AS p (kind, low, high)
        CROSS JOIN LATERAL (
          SELECT n, first_${by} AS first, last_${by} AS last FROM group_part
          WHERE organization_id = $1::uuid AND group_id = g.id AND kind = p.kind AND value BETWEEN p.low AND p.high
            AND n > 0 OFFSET 0
        ) AS a
        WHERE g.large
        UNION ALL
        SELECT e.n, e.first, e.last
        FROM (
          SELECT * FROM unnest(${edges.join(", ")}) AS p (low, high) WHERE g.large
          UNION ALL SELECT * FROM unnest(${whole}) AS p (low, high) WHERE NOT g.large
        ) AS p
        CROSS JOIN LATERAL (${members}) AS m
        CROSS JOIN LATERAL (
          SELECT count(*) AS n, min(t.${column}) AS first, max(t.${column}) AS last FROM ${table} AS t
          WHERE t.${key} = m.id AND t.total BETWEEN p.low AND p.high
        ) AS e
      ) AS h`
    return `SELECT '${name}' AS level, g.id, g.n AS total, ${matchEndsOf(name, walk)}, c.n
      FROM ${from} AS g CROSS JOIN LATERAL (${matches}) AS c WHERE c.n > 0`
  }
  return `SELECT level, id, n, ${isFew("n", "total")} AND ${isFew("with_fewer", "of_all")} AS few, nearest, other_end
    FROM (
      SELECT c.level, c.id, c.n, c.total, sum(c.total) OVER () AS of_all,
        sum(c.n) OVER (ORDER BY c.n, c.id) AS with_fewer, c.nearest, c.other_end
      FROM (${levels.map(groupsOf).join(" UNION ALL ")}) AS c
    ) AS h`
}

/**
 * To find $3 of n matches among `all` invoices, a walk passes $3 * all / n of them. The matches are few when there are no more
 * than that. They have to be few in their own group, and together with those of all groups that have fewer.
 */
const isFew = (n: string, all: string): string => `h.${n} * h.${n} <= $3::integer * h.${all}`

/** The ends of the matches of a group `g`. The company's parts do not tell between which changes theirs lie. */
const matchEndsOf = (level: string, walk: Walk): string => {
  if (level === companyName && walk.by === "modified") return "g.nearest, g.other_end"
  const [nearest, other] = asMet(walk, "c.first", "c.last")
  return `${nearest} AS nearest, ${other} AS other_end`
}
