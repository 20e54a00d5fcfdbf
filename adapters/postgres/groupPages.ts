import type { Condition } from "../../core/pagination/listConditions.ts"
import { matchesByAmount } from "./amountPages.ts"
import { amountRange, isAmount } from "./amounts.ts"
import { type GroupPiece, groupPieces } from "./groupPieces.ts"
import { type Grouped, type Matches, type Parameter, placesOf, sumOf } from "./groupWalk.ts"
import { anyLabel, type Scale } from "./invoiceGroups.ts"
import type { PageParts } from "./pages.ts"
import type { Walk } from "./walks.ts"

/**
 * Invoices of a list that groups make up. Its total is the sum of what they hold. Each group has its invoices sorted: a
 * few of each of the groups whose ends come first tell how far the page reaches at most, and then all groups that come
 * so near give what they have there. With an amount (amountPages.ts) some of what groups hold counts.
 */

/** Total and rows of conditions on groups and on the amount; undefined when there are others. */
export const groupParts = (
  conditions: ReadonlyArray<Condition<string>>,
  walk: Walk,
  rowsAt: RowsAt,
): PageParts | undefined => {
  const found = groupPieces(conditions.filter((condition) => !isAmount(condition)))
  if (found === undefined) return undefined
  const { etiqueta, pieces } = found
  if (pieces.length === 0) return { ...nothing, rows: rowsAt(noPlaces) }
  const { parameter, values } = parameters()
  const groups = groupsOf(etiqueta ?? anyLabel, pieces, walk, parameter)
  const grouped = { table: etiqueta === undefined ? "invoice" : "invoice_label", scales: groups.scales, walk }
  const amounts = conditions.filter(isAmount)
  const alone = amounts.length === conditions.length
  const matches = amounts.length === 0 ? allOf(grouped) : matchesByAmount(grouped, amountRange(amounts), alone, parameter)
  const { places, with: queries } = placesOf(grouped, matches)
  const shape = [grouped.table, amounts.length === 0 ? "" : alone ? "amounts" : "amounts of", ...groups.texts].join(" ")
  return { with: [...groups.texts, ...matches.with, ...queries], total: matches.total, rows: rowsAt(places), values, shape }
}

/** The rows at places that a query of one column `place` gives. */
export type RowsAt = (places: string) => string

/** Collects the values after $1 company, $2 last place seen and $3 rows at most. */
const parameters = () => {
  const values: Array<unknown> = []
  return { values, parameter: (value: unknown): string => `$${3 + values.push(value)}` }
}

/** The groups of the pieces, a query `<scale>_groups` for each scale. */
const groupsOf = (etiqueta: string, pieces: ReadonlyArray<GroupPiece>, walk: Walk, parameter: Parameter) => {
  const label = parameter(etiqueta)
  const byScale = new Map<Scale, Array<string>>()
  for (const piece of pieces) {
    const texts = byScale.get(piece.scale) ?? []
    byScale.set(piece.scale, [...texts, groupsText(piece, label, walk, parameter)])
  }
  return {
    scales: [...byScale.keys()],
    texts: Array.from(byScale, ([scale, texts]) => `${scale}_groups AS MATERIALIZED (${texts.join(" UNION ALL ")})`),
  }
}

/** What the places of a group have not gone beyond: the end that a walk meets first, and the other one. */
const endsOf = ({ column, direction }: Walk): string => {
  const by = column === "modified_sequence" ? "modified" : "created"
  const [nearest, other] = direction === "DESC" ? [`last_${by}`, `first_${by}`] : [`first_${by}`, `last_${by}`]
  return `g.${nearest} AS nearest, g.${other} AS other_end`
}

const groupsText = ({ equal, ranges, scale }: GroupPiece, label: string, walk: Walk, parameter: Parameter): string =>
  [
    `SELECT g.id, g.n, ${endsOf(walk)} FROM invoice_group AS g WHERE g.organization_id = $1::uuid`,
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

const allOf = ({ scales }: Grouped): Matches => ({
  with: [],
  total: sumOf(scales.map((scale) => `SELECT n FROM ${scale}_groups`)),
  sources: scales.map((scale) => ({ key: `${scale}_group`, groups: `${scale}_groups` })),
  also: "",
  taken: [],
})
