import { amountPieces, type AmountRange, companyScales, groupScales } from "./amounts.ts"
import { countOf, type Grouped, type Matches, sourceAt, sumOf, thoseThat } from "./groupWalk.ts"
import type { Parameter } from "./parameters.ts"

/**
 * Invoices of groups from an amount on, up to one, or between two. Whatever its days, a group has its invoices counted by
 * their amounts, and so has the company, which is taken as one group where all of them are asked for. How many there are
 * tells how to find a page of them: few are all taken by their amounts, and of many the next come soon in the order of the
 * list. They are few where taking them passes by no more invoices than such a walk does, so neither grows faster than the
 * root of the group. No walk begins before the first match or goes on after the last; a long time without any between them
 * is all it may come upon. Groups by days are looked through in the index. In short, as in groupPages.ts:
 *
 *     held AS (each group with n, its matches by invoice_amount, and whether these are few),
 *     many AS (those of held that are walked),
 *     amounts AS (the next places of the few ones, found by their amounts)
 */

/** The invoices within the range, of all of a company's groups or of these. */
export const matchesByAmount = (grouped: Grouped, range: AmountRange, ofAll: boolean, parameter: Parameter): Matches => {
  const { scales, table, walk: { column, comes, direction } } = grouped
  const [from, to] = [range.from, range.to].map((amount) => `${parameter(amount)}::bigint`)
  const within = `t.total BETWEEN ${from} AND ${to}`
  // As an expression the amount chooses no index.
  const walked = `t.total + 0 BETWEEN ${from} AND ${to}`
  if (!scales.includes("ever")) return thoseThat(grouped, walked)
  const byDays = scales.flatMap((scale) => (scale === "ever" ? [] : [sourceAt(scale)]))
  const looked = byDays.map((source) => countOf(source, table, within))
  const level = ofAll ? company(direction) : eachGroup
  return {
    with: [
      ...level.with,
      `held AS MATERIALIZED (${heldOf(grouped, range, level, parameter)})`,
      "many AS MATERIALIZED (SELECT * FROM held WHERE NOT few)",
      `amounts AS MATERIALIZED (SELECT n.place FROM held AS g CROSS JOIN LATERAL (${level.members}) AS m`
      // Group by group, whatever the planner thinks of it.
      + ` CROSS JOIN LATERAL (SELECT t.${column} AS place FROM ${table} AS t WHERE t.ever_group = m.id AND ${within}`
      + ` AND t.${column} ${comes} $2::bigint OFFSET 0) AS n WHERE g.few ORDER BY place ${direction} LIMIT $3::integer)`,
    ],
    total: sumOf(["SELECT n FROM held", ...looked]),
    sources: [{ key: level.key, groups: "many" }, ...byDays],
    also: ` AND ${walked}`,
    taken: ["SELECT place FROM amounts"],
  }
}

/** What has its invoices counted by amounts. */
interface Level {
  readonly with: ReadonlyArray<string>
  readonly from: string
  /** The column by which an invoice names it. */
  readonly key: string
  /** The groups of such a `g`. */
  readonly members: string
  readonly digits: ReadonlyArray<number>
}

const eachGroup: Level = {
  with: [],
  from: "ever_groups",
  key: "ever_group",
  members: "SELECT g.id",
  digits: groupScales,
}

const company = (direction: Grouped["walk"]["direction"]): Level => {
  const [nearest, other] = direction === "DESC" ? ["max", "min"] : ["min", "max"]
  return {
    with: [
      `company AS MATERIALIZED (SELECT $1::uuid AS id, sum(n) AS n, ${nearest}(nearest) AS nearest,`
      + ` ${other}(other_end) AS other_end FROM ever_groups)`,
    ],
    from: "company",
    key: "organization_id",
    members: "SELECT id FROM ever_groups",
    digits: companyScales,
  }
}

/** How many invoices each has, whether these are few, and between which places a walk meets them. */
const heldOf = ({ table, walk }: Grouped, range: AmountRange, level: Level, parameter: Parameter): string => {
  const { counted, uncounted } = amountPieces(range, level.digits)
  const given = (type: string, values: ReadonlyArray<number>) => `${parameter(values)}::${type}[]`
  const pieces = [
    given("smallint", counted.map(({ digits }) => digits)),
    given("bigint", counted.map(({ from }) => from)),
    given("bigint", counted.map(({ to }) => to)),
  ]
  const rest = [given("bigint", uncounted.map(({ from }) => from)), given("bigint", uncounted.map(({ to }) => to))]
  // Range by range, whatever the planner thinks of it.
  const of = "SELECT sum(h.n) AS n, min(h.first) AS first, max(h.last) AS last FROM ("
    + `SELECT a.n, a.first, a.last FROM unnest(${pieces.join(", ")}) AS p (digits, low, high) CROSS JOIN LATERAL (`
    + "SELECT n, first_created AS first, last_created AS last FROM invoice_amount WHERE organization_id = $1::uuid"
    + " AND group_id = g.id AND digits = p.digits AND amount BETWEEN p.low AND p.high AND n > 0 OFFSET 0) AS a UNION ALL"
    + ` SELECT e.n, e.first, e.last FROM unnest(${rest.join(", ")}) AS p (low, high) CROSS JOIN LATERAL (${level.members}) AS m`
    + " CROSS JOIN LATERAL (SELECT count(*) AS n, min(t.created_sequence) AS first, max(t.created_sequence) AS last"
    + ` FROM ${table} AS t WHERE t.ever_group = m.id AND t.total BETWEEN p.low AND p.high) AS e) AS h`
  const each = `SELECT g.id, c.n, g.n AS total, sum(g.n) OVER () AS of_all, sum(c.n) OVER (ORDER BY c.n, g.id) AS with_fewer,`
    + ` ${matchEndColumns(walk)} FROM ${level.from} AS g CROSS JOIN LATERAL (${of}) AS c WHERE c.n > 0`
  return `SELECT id, n, ${isFew("n", "total")} AND ${isFew("with_fewer", "of_all")} AS few, nearest, other_end FROM (${each}) AS h`
}

/** Few in themselves, and together with those that have fewer. */
const isFew = (n: string, all: string): string => `h.${n} * h.${n} <= $3::integer * h.${all}`

/** Where invoices were changed last is not kept by amounts: changing one would have to write it. */
const matchEndColumns = ({ column, direction }: Grouped["walk"]): string => {
  if (column !== "created_sequence") return "g.nearest, g.other_end"
  return direction === "DESC" ? "c.last AS nearest, c.first AS other_end" : "c.first AS nearest, c.last AS other_end"
}
