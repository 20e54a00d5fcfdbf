import type { Condition } from "../../../core/pagination/listConditions.ts"
import type { ListedTable } from "../../../core/ports/Storage.ts"
import { matchesByAmount } from "./amountPages.ts"
import { amountRange, isAmount } from "./amounts.ts"
import { conditionTexts } from "./conditions.ts"
import { type GroupPiece, groupPieces } from "./groupPieces.ts"
import { allOf, type Grouped, type Matches, placesOf, thoseThat } from "./groupWalk.ts"
import { type Grouping, groupings } from "./groupings.ts"
import type { Scale } from "./groups.ts"
import type { PageParts } from "./pages.ts"
import { type Parameter, parameters } from "./parameters.ts"
import type { Walk } from "./walks.ts"

/**
 * Rows of a list that groups make up. Its total is the sum of what they hold. Each group has its rows sorted: a
 * few of each of the groups whose ends come first tell how far the page reaches at most, and then all groups that come
 * so near give what they have there. With an amount (amountPages.ts), or one contact's days, some of what groups hold
 * counts. The first page of invoices that are paid, in short:
 *
 *     WITH ever_groups AS (SELECT id, n, last_created AS nearest, first_created AS other_end
 *                          FROM invoice_group WHERE scale = 'ever' AND standing = 'paid'),
 *       likely AS (SELECT * FROM ever_groups ORDER BY nearest DESC LIMIT 51),
 *       near AS (a few next places of each of the likely ones),
 *       farthest AS (the 51st of these, or the end of the list)
 *     SELECT (SELECT sum(n) FROM ever_groups) AS list_total, t.*
 *     FROM (the 51 next places, none beyond farthest, of the groups that begin before it) JOIN invoice AS t
 */

/** Total and rows of conditions on groups, days and the amount; undefined when there are none, or others. */
export const groupParts = (
  list: ListedTable,
  conditions: ReadonlyArray<Condition<string>>,
  walk: Walk,
  rowsAt: RowsAt,
): PageParts | undefined => {
  const grouping = groupings[list]
  if (grouping === undefined || conditions.length === 0) return undefined
  const found = groupPieces(grouping, conditions)
  if (found === undefined) return undefined
  const { pieces, rest, table, under } = found
  if (pieces.length === 0) return { ...nothing, rows: rowsAt(noPlaces) }
  const { parameter, values } = parameters(4)
  const groups = groupsOf(grouping, under, pieces, walk, parameter)
  const grouped = { table, scales: groups.scales, walk }
  const { matches, shape } = matchesOf(grouped, rest, rest.length === conditions.length, parameter)
  const { places, with: queries } = placesOf(grouped, matches)
  return {
    with: [...groups.texts, ...matches.with, ...queries],
    total: matches.total,
    rows: rowsAt(places),
    values,
    shape: [table, shape, ...groups.texts].join(" "),
  }
}

/** Which of the groups' invoices the rest of the conditions lets through, and the shape of that. */
const matchesOf = (
  grouped: Grouped,
  rest: ReadonlyArray<Condition<string>>,
  alone: boolean,
  parameter: Parameter,
): { readonly matches: Matches; readonly shape: string } => {
  if (rest.length === 0) return { matches: allOf(grouped), shape: "" }
  if (!rest.every(isAmount) || grouped.scales.includes("contact")) {
    const { shape, texts } = conditionTexts(rest, parameter)
    return { matches: thoseThat(grouped, texts.join(" AND ")), shape }
  }
  const shape = alone ? "amounts" : "amounts of"
  return { matches: matchesByAmount(grouped, amountRange(rest), alone, parameter), shape }
}

/** The rows at places that a query of one column `place` gives. */
export type RowsAt = (places: string) => string

/** The groups of the pieces, a query `<scale>_groups` for each scale. */
const groupsOf = (
  grouping: Grouping,
  under: string,
  pieces: ReadonlyArray<GroupPiece>,
  walk: Walk,
  parameter: Parameter,
) => {
  const label = parameter(under)
  const byScale = new Map<Scale, Array<string>>()
  for (const piece of pieces) {
    const texts = byScale.get(piece.scale) ?? []
    byScale.set(piece.scale, [...texts, groupsText(grouping, piece, label, walk, parameter)])
  }
  return {
    scales: [...byScale.keys()],
    texts: Array.from(byScale, ([scale, texts]) => `${scale}_groups AS MATERIALIZED (${texts.join(" UNION ALL ")})`),
  }
}

/** What the places of a group have not gone beyond: the end that a walk meets first, and the other one. */
const endColumns = ({ column, direction }: Walk): string => {
  const by = column === "modified_sequence" ? "modified" : "created"
  const [nearest, other] = direction === "DESC" ? [`last_${by}`, `first_${by}`] : [`first_${by}`, `last_${by}`]
  return `g.${nearest} AS nearest, g.${other} AS other_end`
}

const groupsText = (
  { groups, own }: Grouping,
  { equal, ranges, scale }: GroupPiece,
  label: string,
  walk: Walk,
  parameter: Parameter,
): string =>
  [
    `SELECT g.id, g.n, ${endColumns(walk)} FROM ${groups} AS g WHERE g.organization_id = $1::uuid`,
    ...(own === null ? [] : [own]),
    `g.etiqueta = ${label}`,
    `g.scale = '${scale}'`,
    ...equal.map(([column, value]) => `g.${column} = ${parameter(value)}`),
    ...ranges.flatMap(({ column, from, to }) => [
      ...(from === undefined ? [] : [`g.${column} >= ${parameter(from)}::date`]),
      ...(to === undefined ? [] : [`g.${column} <= ${parameter(to)}::date`]),
    ]),
    "g.n > 0",
  ].join(" AND ")

/** Of days that no range holds. */
const nothing = { with: [], total: "SELECT 0::bigint AS list_total", values: [], shape: "no groups" }
const noPlaces = "SELECT $2::bigint AS place WHERE $1::uuid IS NULL LIMIT $3::integer"
