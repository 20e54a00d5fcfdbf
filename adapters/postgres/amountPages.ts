import { amountPieces, type AmountRange } from "./amounts.ts"
import { type Grouped, type Matches, type Parameter, sumOf } from "./groupWalk.ts"

/**
 * Invoices of groups from an amount on, up to one, or between two. Whatever its days, a group has its invoices counted by
 * their amounts. How many there are tells how to find a page of them: few are all taken by their amounts, and of many the
 * next come soon in the order of the list. They are few where taking them passes by no more invoices than such a walk
 * does, so neither grows faster than the root of the group. No walk begins before the first match or goes on after the
 * last; a long time without any between them is all it may come upon. Groups by days are looked through in the index.
 */

/** The invoices of the groups within the range. */
export const matchesByAmount = (grouped: Grouped, range: AmountRange, parameter: Parameter): Matches => {
  const { scales, table, walk: { column, comes, direction } } = grouped
  const [from, to] = [range.from, range.to].map((amount) => `${parameter(amount)}::bigint`)
  const within = `t.total BETWEEN ${from} AND ${to}`
  const byDays = scales.filter((scale) => scale !== "ever")
  const looked = byDays.map((scale) =>
    `SELECT count(*) AS n FROM ${scale}_groups AS g JOIN ${table} AS t ON t.${scale}_group = g.id AND ${within}`)
  const sources = byDays.map((scale) => ({ scale, groups: `${scale}_groups` }))
  // As an expression the amount chooses no index.
  const also = ` AND t.total + 0 BETWEEN ${from} AND ${to}`
  if (byDays.length === scales.length) return { with: [], total: sumOf(looked), sources, also, taken: [] }
  return {
    with: [
      `held AS MATERIALIZED (${heldOf(grouped, range, parameter)})`,
      "many AS MATERIALIZED (SELECT * FROM held WHERE NOT few)",
      `amounts AS MATERIALIZED (SELECT t.${column} AS place FROM held AS g`
      + ` JOIN ${table} AS t ON g.few AND t.ever_group = g.id AND ${within} AND t.${column} ${comes} $2::bigint`
      + ` ORDER BY place ${direction} LIMIT $3::integer)`,
    ],
    total: sumOf(["SELECT n FROM held", ...looked]),
    sources: [{ scale: "ever", groups: "many" }, ...sources],
    also,
    taken: ["SELECT place FROM amounts"],
  }
}

/** How many each group has, whether these are few, and between which places a walk meets them. */
const heldOf = ({ table, walk }: Grouped, range: AmountRange, parameter: Parameter): string => {
  const { counted, ends } = amountPieces(range)
  const given = (type: string, values: ReadonlyArray<number>) => `${parameter(values)}::${type}[]`
  const pieces = [
    given("smallint", counted.map(({ digits }) => digits)),
    given("bigint", counted.map(({ from }) => from)),
    given("bigint", counted.map(({ to }) => to)),
  ]
  const rest = [given("bigint", ends.map(({ from }) => from)), given("bigint", ends.map(({ to }) => to))]
  const of = "SELECT sum(c.n) AS n, min(c.first) AS first, max(c.last) AS last FROM ("
    + "SELECT a.n, a.first_created AS first, a.last_created AS last"
    + ` FROM unnest(${pieces.join(", ")}) AS p (digits, low, high) JOIN invoice_amount AS a ON a.organization_id = $1::uuid`
    + " AND a.ever_group = g.id AND a.digits = p.digits AND a.amount BETWEEN p.low AND p.high AND a.n > 0 UNION ALL"
    + " SELECT count(*) AS n, min(t.created_sequence) AS first, max(t.created_sequence) AS last"
    + ` FROM unnest(${rest.join(", ")}) AS p (low, high)`
    + ` JOIN ${table} AS t ON t.ever_group = g.id AND t.total BETWEEN p.low AND p.high) AS c`
  return `SELECT g.id, c.n, c.n * c.n <= $3::integer * g.n AS few, ${endsOf(walk)}`
    + ` FROM ever_groups AS g CROSS JOIN LATERAL (${of}) AS c WHERE c.n > 0`
}

/** Where invoices were changed last is not kept by amounts: changing one would have to write it. */
const endsOf = ({ column, direction }: Grouped["walk"]): string => {
  if (column !== "created_sequence") return "g.nearest, g.other_end"
  return direction === "DESC" ? "c.last AS nearest, c.first AS other_end" : "c.first AS nearest, c.last AS other_end"
}
