import type { Condition } from "../../../../core/ports/listConditions.ts"
import type { ListedTable } from "../../../../core/ports/Storage.ts"
import { conditionTexts } from "../conditions.ts"
import type { PageParts } from "../pages.ts"
import { type Parameter, parameters } from "../parameters.ts"
import { alsoAlone, groupHasWords, isOfNumbers, matchingAlone } from "../searches.ts"
import type { Walk } from "../walks.ts"
import { matchesByAmount } from "./amountPages.ts"
import { amountRange, isAmount } from "./amounts.ts"
import { type Grouping, groupings } from "./groupings.ts"
import { type DayRange, type GroupPiece, groupPieces } from "./groupPieces.ts"
import type { Scale } from "./groups.ts"
import { allOf, countedThat, type Grouped, type Matches, placesOf, thoseThat } from "./groupWalk.ts"

/**
 * Rows of a list that groups make up. Its total is the sum of what they hold. Each group has its rows sorted: a
 * few of each of the groups whose ends come first tell how far the page reaches at most, and then all groups that come
 * so near give what they have there. With an amount (amountPages.ts), or one contact's days, some of what groups hold
 * counts. With `buscar` come, beside the groups that have its words, rows that have them alone (searches.ts). The first page
 * of invoices that are paid, in short:
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
export const pageOfGroups = (
  list: ListedTable,
  conditions: ReadonlyArray<Condition<string>>,
  walk: Walk,
  rowsAt: RowsAt,
): PageParts | undefined => {
  const grouping = groupings[list]
  if (grouping === undefined || conditions.length === 0) return undefined
  const found = groupPieces(grouping, conditions)
  if (found === undefined) return undefined
  const { pieces, rest, table, under, words } = found
  if (pieces.length === 0) return { ...nothing, rows: rowsAt(noPlaces) }
  const { parameter, values } = parameters(4)
  const { shape, within } = restOf(list, rest, rest.length === conditions.length, parameter)
  const told = [
    ...(under === undefined ? [] : [`g.etiqueta = ${parameter(under)}`]),
    ...(words.length === 0 ? [] : [groupHasWords(words, parameter)]),
  ].join(" AND ")
  const groups = groupsOf(pieces, { grouping, table, told, walk, within, parameter })
  const grouped = { table, scales: groups.scales, walk }
  const ofGroups = matchesOf(grouped, rest, within, rest.length === conditions.length, parameter)
  const alone = words.some(isOfNumbers)
    ? matchingAlone(words, othersOf(list, conditions, parameter), walk, parameter)
    : undefined
  const matches = alone === undefined ? ofGroups : alsoAlone(ofGroups, alone, walk)
  const { places, with: queries } = placesOf(grouped, matches)
  return {
    with: [...groups.texts, ...matches.with, ...queries],
    total: matches.total,
    rows: rowsAt(places),
    values,
    shape: [table, shape, ...groups.texts, alone].join(" "),
  }
}

/** All but `buscar`, on a row `t`. */
const othersOf = (list: ListedTable, conditions: ReadonlyArray<Condition<string>>, parameter: Parameter) =>
  conditionTexts(list, conditions.filter(({ kind }) => kind !== "search"), parameter).texts

/** What groups do not decide, as a text about a row `t` and the shape of it; of amounts alone amountPages.ts makes texts. */
const restOf = (list: ListedTable, rest: ReadonlyArray<Condition<string>>, alone: boolean, parameter: Parameter) => {
  if (rest.every(isAmount)) return { shape: rest.length === 0 ? "" : alone ? "amounts" : "amounts of", within: "" }
  const { shape, texts } = conditionTexts(list, rest, parameter)
  return { shape, within: texts.join(" AND ") }
}

/** Which of the groups' rows the rest of the conditions lets through. */
const matchesOf = (
  grouped: Grouped,
  rest: ReadonlyArray<Condition<string>>,
  within: string,
  alone: boolean,
  parameter: Parameter,
): Matches => {
  if (rest.length === 0) return allOf(grouped)
  if (rest.every(isAmount)) return matchesByAmount(grouped, amountRange(rest), alone, parameter)
  return rest.some(isAmount) ? thoseThat(grouped, within) : countedThat(grouped, within)
}

/** The rows at places that a query of one column `place` gives. */
export type RowsAt = (places: string) => string

/** What the groups of a list have in common, and how they are written. */
interface Sought {
  readonly grouping: Grouping
  /** Where the rows of the groups are found. */
  readonly table: string
  /** What tells these groups from others, as a text about a group `g`. */
  readonly told: string
  readonly walk: Walk
  /** What else a row `t` has to be, as a text about it. */
  readonly within: string
  readonly parameter: Parameter
}

/** The groups of the pieces, a query `<scale>_groups` for each scale. */
const groupsOf = (pieces: ReadonlyArray<GroupPiece>, sought: Sought) => {
  const byScale = new Map<Scale, Array<string>>()
  for (const piece of pieces) {
    const texts = byScale.get(piece.scale) ?? []
    byScale.set(piece.scale, [...texts, groupsText(piece, sought)])
  }
  return {
    scales: [...byScale.keys()],
    texts: Array.from(byScale, ([scale, texts]) => `${scale}_groups AS MATERIALIZED (${texts.join(" UNION ALL ")})`),
  }
}

/** What the places of a group have not gone beyond: the end that a walk meets first, and the other one. */
const endsOf = ({ by, direction }: Walk) =>
  direction === "DESC" ? [`last_${by}`, `first_${by}`] as const : [`first_${by}`, `last_${by}`] as const

const groupsText = ({ days, equal, ranges, scale }: GroupPiece, sought: Sought): string => {
  const { grouping: { groups, own }, parameter, told, walk } = sought
  const where = [
    "g.organization_id = $1::uuid",
    ...(own === null ? [] : [own]),
    told,
    `g.scale = '${scale}'`,
    ...equal.map(([column, value]) => `g.${column} = ${parameter(value)}`),
    ...ranges.flatMap((range) => spanTexts(`g.${range.column}`, range, (day) => `${parameter(day)}::date`)),
    "g.n > 0",
  ].join(" AND ")
  if (days === undefined) {
    const [nearest, other] = endsOf(walk)
    return `SELECT g.id, g.n, g.large, g.${nearest} AS nearest, g.${other} AS other_end FROM ${groups} AS g WHERE ${where}`
  }
  return `SELECT g.id, c.n, g.large, c.nearest, c.other_end FROM ${groups} AS g`
    + ` CROSS JOIN LATERAL (${countOfDays(days, sought)}) AS c WHERE ${where} AND c.n > 0`
}

const spanTexts = (of: string, { from, to }: DayRange, told: (day: string) => string): ReadonlyArray<string> => [
  ...(from === undefined ? [] : [`${of} >= ${told(from)}`]),
  ...(to === undefined ? [] : [`${of} <= ${told(to)}`]),
]

/**
 * How many rows of a contact's group `g` have these days, and their ends: parts of a large group, else its rows, one by one. So
 * are days of two kinds, which no part tells together.
 */
const countOfDays = (days: ReadonlyArray<DayRange>, { parameter, table, walk, within }: Sought): string => {
  const { column, direction } = walk
  const [near, far] = direction === "DESC" ? ["max", "min"] : ["min", "max"]
  const [nearest, other] = endsOf(walk)
  const [only, ...others] = days
  const parts = only === undefined || others.length > 0 ? [] : [[
    `SELECT d.n, d.${nearest} AS nearest, d.${other} AS other_end FROM group_part AS d WHERE g.large`,
    `d.organization_id = $1::uuid AND d.group_id = g.id AND d.kind = '${only.column}' AND d.n > 0`,
    ...spanTexts("d.value", only, (day) => `${parameter(day)}::date - date '1970-01-01'`),
  ].join(" AND ")]
  const each = `SELECT count(*) AS n, ${near}(t.${column}) AS nearest, ${far}(t.${column}) AS other_end`
    + ` FROM ${table} AS t WHERE ${parts.length === 0 ? "true" : "NOT g.large"} AND t.contact_group = g.id AND ${within}`
  return `SELECT sum(h.n)::bigint AS n, ${near}(h.nearest) AS nearest, ${far}(h.other_end) AS other_end`
    + ` FROM (${[...parts, each].join(" UNION ALL ")}) AS h`
}

/** Of days that no range holds. */
const nothing = { with: [], total: "SELECT 0::bigint AS list_total", values: [], shape: "no groups" }
const noPlaces = "SELECT $2::bigint AS place WHERE $1::uuid IS NULL LIMIT $3::integer"
