import type { Parameter } from "../parameters.ts"
import { amountPieces, type AmountRange, companyScales, type CountedScale, groupScales, isCounted, kindOf } from "./amounts.ts"
import { countOf, type Grouped, type Matches, sourceAt, sumOf, thoseThat } from "./groupWalk.ts"

/**
 * Invoices of groups from an amount on, up to one, or between two. Large groups have their invoices counted by amounts, and so
 * has the company, which is taken as one group where all of them are asked for. How many there are tells how to find a page of
 * them: few are all taken by their amounts, and of many the next come soon in the order of the list. They are few where taking
 * them passes by no more invoices than such a walk does, so neither grows faster than the root of the group. No walk begins
 * before the first match or goes on after the last; a long time without any between them is all it may come upon. Groups of
 * single days, of which a list takes those at the ends of its months, are looked through in the index. In short, as in
 * groupPages.ts:
 *
 *     held AS (each group with n, its matches by group_part, and whether these are few),
 *     many_ever AS (those of held that are walked), and at the other scales as well,
 *     amounts AS (the next places of the few ones, found by their amounts)
 */

/** The invoices within the range, of all of a company's groups or of these. */
export const matchesByAmount = (grouped: Grouped, range: AmountRange, ofAll: boolean, parameter: Parameter): Matches => {
  const { scales, table, walk: { column, comes, direction } } = grouped
  const [from, to] = [range.from, range.to].map((amount) => `${parameter(amount)}::bigint`)
  const within = `t.total BETWEEN ${from} AND ${to}`
  // As an expression the amount chooses no index.
  const walked = `t.total + 0 BETWEEN ${from} AND ${to}`
  const levels = ofAll ? [company(direction)] : scales.filter(isCounted).map(levelAt)
  const byDays = scales.filter((scale) => !isCounted(scale))
  if (levels.length === 0) return thoseThat(grouped, walked)
  const few = levels.map(({ key, members, name }) =>
    `SELECT n.place FROM held AS g CROSS JOIN LATERAL (${members}) AS m`
    // Group by group, whatever the planner thinks of it.
    + ` CROSS JOIN LATERAL (SELECT t.${column} AS place FROM ${table} AS t WHERE t.${key} = m.id AND ${within}`
    + ` AND t.${column} ${comes} $2::bigint OFFSET 0) AS n WHERE g.few AND g.level = '${name}'`)
  return {
    with: [
      ...levels.flatMap((level) => level.with),
      `held AS MATERIALIZED (${heldOf(grouped, range, levels, parameter)})`,
      ...levels.map(({ name }) => `many_${name} AS MATERIALIZED (SELECT * FROM held WHERE NOT few AND level = '${name}')`),
      `amounts AS MATERIALIZED (SELECT place FROM (${few.join(" UNION ALL ")}) AS n ORDER BY place ${direction} LIMIT $3::integer)`,
    ],
    total: sumOf(["SELECT n FROM held", ...byDays.map((scale) => countOf(scale, grouped, within))]),
    sources: [...levels.map(({ name, walkedBy }) => ({ key: walkedBy, groups: `many_${name}` })), ...byDays.map(sourceAt)],
    also: ` AND ${walked}`,
    taken: ["SELECT place FROM amounts"],
  }
}

/** What has its invoices counted by amounts. */
interface Level {
  readonly name: string
  readonly with: ReadonlyArray<string>
  /** Groups `g`: id, n, large, and the ends that a walk meets. */
  readonly from: string
  /** The groups of such a `g`, whose invoices are found by their amounts, and the column by which an invoice names one. */
  readonly members: string
  readonly key: string
  /** The column by which an invoice names the `g` itself. */
  readonly walkedBy: string
  readonly digits: ReadonlyArray<number>
}

const levelAt = (scale: CountedScale): Level => {
  const { groups, key } = sourceAt(scale)
  return { name: scale, with: [], from: groups, members: "SELECT g.id", key, walkedBy: key, digits: groupScales[scale] }
}

const companyLevel = "company"

const company = (direction: Grouped["walk"]["direction"]): Level => {
  const [nearest, other] = direction === "DESC" ? ["max", "min"] : ["min", "max"]
  return {
    name: companyLevel,
    with: [
      `company AS MATERIALIZED (SELECT $1::uuid AS id, sum(n) AS n, true AS large, ${nearest}(nearest) AS nearest,`
      + ` ${other}(other_end) AS other_end FROM ever_groups)`,
    ],
    from: "company",
    members: "SELECT id FROM ever_groups",
    key: "ever_group",
    walkedBy: "organization_id",
    digits: companyScales,
  }
}

/** How many invoices each has, whether these are few, and between which places a walk meets them. */
const heldOf = (
  { table, walk }: Grouped,
  range: AmountRange,
  levels: ReadonlyArray<Level>,
  parameter: Parameter,
): string => {
  const given = (type: string, values: ReadonlyArray<number | string>) => `${parameter(values)}::${type}[]`
  const { by, column } = walk
  const whole = `${given("bigint", [range.from])}, ${given("bigint", [range.to])}`
  const counts = levels.map(({ digits, from, key, members, name }) => {
    const { counted, uncounted } = amountPieces(range, digits)
    const pieces = [
      given("text", counted.map((piece) => kindOf(piece.digits))),
      given("bigint", counted.map((piece) => piece.from)),
      given("bigint", counted.map((piece) => piece.to)),
    ]
    const ends = [given("bigint", uncounted.map((piece) => piece.from)), given("bigint", uncounted.map((piece) => piece.to))]
    // Range by range, whatever the planner thinks of it.
    const of = "SELECT sum(h.n) AS n, min(h.first) AS first, max(h.last) AS last FROM ("
      + `SELECT a.n, a.first, a.last FROM unnest(${pieces.join(", ")}) AS p (kind, low, high) CROSS JOIN LATERAL (`
      + `SELECT n, first_${by} AS first, last_${by} AS last FROM group_part WHERE organization_id = $1::uuid`
      + " AND group_id = g.id AND kind = p.kind AND value BETWEEN p.low AND p.high AND n > 0 OFFSET 0) AS a WHERE g.large"
      + ` UNION ALL SELECT e.n, e.first, e.last FROM (SELECT * FROM unnest(${ends.join(", ")}) AS p (low, high) WHERE g.large`
      + ` UNION ALL SELECT * FROM unnest(${whole}) AS p (low, high) WHERE NOT g.large) AS p CROSS JOIN LATERAL (${members}) AS m`
      + ` CROSS JOIN LATERAL (SELECT count(*) AS n, min(t.${column}) AS first, max(t.${column}) AS last`
      + ` FROM ${table} AS t WHERE t.${key} = m.id AND t.total BETWEEN p.low AND p.high) AS e) AS h`
    return `SELECT '${name}' AS level, g.id, g.n AS total, ${matchEndsOf(name, walk)}, c.n`
      + ` FROM ${from} AS g CROSS JOIN LATERAL (${of}) AS c WHERE c.n > 0`
  })
  const each = `SELECT c.level, c.id, c.n, c.total, sum(c.total) OVER () AS of_all,`
    + ` sum(c.n) OVER (ORDER BY c.n, c.id) AS with_fewer, c.nearest, c.other_end FROM (${counts.join(" UNION ALL ")}) AS c`
  return `SELECT level, id, n, ${isFew("n", "total")} AND ${isFew("with_fewer", "of_all")} AS few, nearest, other_end FROM (${each}) AS h`
}

/** Few in themselves, and together with those that have fewer. */
const isFew = (n: string, all: string): string => `h.${n} * h.${n} <= $3::integer * h.${all}`

/** Between which places the matches of a `g` lie. Where those of the company were changed last its parts do not tell. */
const matchEndsOf = (level: string, { by, direction }: Grouped["walk"]): string => {
  if (level === companyLevel && by === "modified") return "g.nearest, g.other_end"
  return direction === "DESC" ? "c.last AS nearest, c.first AS other_end" : "c.first AS nearest, c.last AS other_end"
}
