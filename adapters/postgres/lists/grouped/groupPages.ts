import type { Condition } from "../../../../core/ports/listConditions.ts"
import type { ListedTable } from "../../../../core/ports/Storage.ts"
import type { Scale } from "../../groups/groups.ts"
import { conditionTexts } from "../conditions.ts"
import type { PageParts } from "../pages.ts"
import { type Parameter, parameters } from "../parameters.ts"
import { alsoAlone, groupHasWords, isOfNumbers, matchingAlone } from "../searches.ts"
import { asMet, type Walk } from "../walks.ts"
import { matchesByAmount } from "./amountPages.ts"
import { amountRange, isAmount } from "./amounts.ts"
import { type Grouping, groupings } from "./groupings.ts"
import { type DayRange, type GroupPiece, groupPieces } from "./groupPieces.ts"
import { allRows, type Matches, placesOf, rowsCounted, rowsToCount, type WalkedGroups } from "./groupWalk.ts"

// Pages of lists that are made up of groups. The total is the sum of the groups' counts, and the page is merged from their rows
// (groupWalk.ts). With a range of amounts (amountPages.ts), or days of one contact, only some rows of each group count. With
// `buscar` the groups that have the words are joined by rows that have them for themselves alone (searches.ts). The first page
// of 51 paid invoices, in short:
//
//     WITH ever_groups AS (SELECT id, n, last_created AS nearest, first_created AS other_end
//                          FROM invoice_group WHERE scale = 'ever' AND standing = 'paid'),
//       likely AS (SELECT * FROM ever_groups ORDER BY nearest DESC LIMIT 51),
//       near AS (a few next places of each of the likely ones),
//       farthest AS (the 51st of these, or the end of the list)
//     SELECT (SELECT sum(n) FROM ever_groups) AS list_total, t.*
//     FROM (the 51 next places, none beyond farthest, of the groups that begin before it) JOIN invoice AS t

/** Total and rows of a list; undefined where groups do not decide all conditions, or where there are none. */
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
  if (pieces.length === 0) return { ...noGroups, rows: rowsAt(noPlaces) }
  const { parameter, values } = parameters(4)
  const isRestAll = rest.length === conditions.length
  const { shape, text: restText } = restOf(list, rest, isRestAll, parameter)
  const told = [
    ...(under === undefined ? [] : [`g.etiqueta = ${parameter(under)}`]),
    ...(words.length === 0 ? [] : [groupHasWords(words, parameter)]),
  ].join(" AND ")
  const groups = groupsOf(pieces, { grouping, table, told, walk, restText, parameter })
  const grouped = { table, scales: groups.scales, walk }
  const ofGroups = matchesOf(grouped, rest, restText, isRestAll, parameter)
  const alone = words.some(isOfNumbers)
    ? matchingAlone(words, conditionsBesideWords(list, conditions, parameter), walk, parameter)
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

/** All conditions but `buscar`, as texts about a row `t`. */
const conditionsBesideWords = (list: ListedTable, conditions: ReadonlyArray<Condition<string>>, parameter: Parameter) =>
  conditionTexts(list, conditions.filter(({ kind }) => kind !== "search"), parameter).texts

/**
 * The conditions that groups do not decide, as a text about a row `t`, and its shape. Amounts alone have no text: for these
 * amountPages.ts makes its own. `isAll` tells that there are no other conditions.
 */
const restOf = (list: ListedTable, rest: ReadonlyArray<Condition<string>>, isAll: boolean, parameter: Parameter) => {
  if (rest.length === 0) return { shape: "", text: "" }
  if (rest.every(isAmount)) return { shape: isAll ? "amounts" : "amounts of", text: "" }
  const { shape, texts } = conditionTexts(list, rest, parameter)
  return { shape, text: texts.join(" AND ") }
}

/** The rows of the groups that the rest of the conditions lets through. */
const matchesOf = (
  grouped: WalkedGroups,
  rest: ReadonlyArray<Condition<string>>,
  restText: string,
  isAll: boolean,
  parameter: Parameter,
): Matches => {
  if (rest.length === 0) return allRows(grouped)
  if (rest.every(isAmount)) return matchesByAmount(grouped, amountRange(rest), isAll, parameter)
  // Without amounts the rest are days of a contact, which the groups' queries have counted (countOfDays).
  return rest.some(isAmount) ? rowsToCount(grouped, restText) : rowsCounted(grouped, restText)
}

/** Makes a query of the rows at places, given a query of these in a column `place`. */
export type RowsAt = (places: string) => string

/** What the queries of groups need to know. */
interface Sought {
  readonly grouping: Grouping
  /** The table in which the rows of the groups are found. */
  readonly table: string
  /** A condition on a group `g`: its label, contact or words. */
  readonly told: string
  readonly walk: Walk
  /** The conditions that groups do not decide, as a text about a row `t`. */
  readonly restText: string
  readonly parameter: Parameter
}

/** The groups of the pieces: a query `<scale>_groups` for each scale. */
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

/** The columns with the ends of a group or of a part, in the order in which a walk meets them. */
const endsOf = (walk: Walk) => asMet(walk, `first_${walk.by}`, `last_${walk.by}`)

const groupsText = ({ days, equal, ranges, scale }: GroupPiece, sought: Sought): string => {
  const { grouping: { groups, own }, parameter, told, walk } = sought
  const where = [
    "g.organization_id = $1::uuid",
    ...(own === null ? [] : [own]),
    told,
    `g.scale = '${scale}'`,
    ...equal.map(([column, value]) => `g.${column} = ${parameter(value)}`),
    ...ranges.flatMap((range) => withinRange(`g.${range.column}`, range, (day) => `${parameter(day)}::date`)),
    "g.n > 0",
  ].join(" AND ")
  if (days === undefined) {
    const [nearest, other] = endsOf(walk)
    return `SELECT g.id, g.n, g.large, g.${nearest} AS nearest, g.${other} AS other_end FROM ${groups} AS g WHERE ${where}`
  }
  return `SELECT g.id, c.n, g.large, c.nearest, c.other_end FROM ${groups} AS g
    CROSS JOIN LATERAL (${countOfDays(days, sought)}) AS c WHERE ${where} AND c.n > 0`
}

/** The conditions that a column is within a range; `valueOf` gives what stands for a day in the column. */
const withinRange = (column: string, { from, to }: DayRange, valueOf: (day: string) => string): ReadonlyArray<string> => [
  ...(from === undefined ? [] : [`${column} >= ${valueOf(from)}`]),
  ...(to === undefined ? [] : [`${column} <= ${valueOf(to)}`]),
]

/**
 * How many rows of a contact's group `g` have these days, and their ends. In a large group the parts tell, otherwise the rows
 * are counted one by one; also where days of two kinds are asked for, which no part tells together.
 */
const countOfDays = (days: ReadonlyArray<DayRange>, { parameter, table, walk, restText }: Sought): string => {
  const [first, last] = asMet(walk, "min", "max")
  const [nearest, other] = endsOf(walk)
  const [only, ...others] = days
  const inParts = only === undefined || others.length > 0 ? undefined : [
    "g.large AND d.organization_id = $1::uuid",
    `d.group_id = g.id AND d.kind = '${only.column}' AND d.n > 0`,
    ...withinRange("d.value", only, (day) => `${parameter(day)}::date - date '1970-01-01'`),
  ].join(" AND ")
  const ofParts = inParts === undefined ? []
    : [`SELECT d.n, d.${nearest} AS nearest, d.${other} AS other_end FROM group_part AS d WHERE ${inParts}`]
  const ofRows = `SELECT count(*) AS n, ${first}(t.${walk.column}) AS nearest, ${last}(t.${walk.column}) AS other_end
      FROM ${table} AS t WHERE ${inParts === undefined ? "true" : "NOT g.large"} AND t.contact_group = g.id AND ${restText}`
  return `SELECT sum(h.n)::bigint AS n, ${first}(h.nearest) AS nearest, ${last}(h.other_end) AS other_end
    FROM (${[...ofParts, ofRows].join(" UNION ALL ")}) AS h`
}

/** The page of a list that no group can have rows of, such as by days of a range that ends before it begins. */
const noGroups = { with: [], total: "SELECT 0::bigint AS list_total", values: [], shape: "no groups" }
const noPlaces = "SELECT $2::bigint AS place WHERE $1::uuid IS NULL LIMIT $3::integer"
