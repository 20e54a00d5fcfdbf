import type { Condition } from "../../core/pagination/listConditions.ts"
import { isAmount } from "./amounts.ts"
import { type GroupPiece, groupPieces } from "./groupPieces.ts"
import { anyLabel, type Scale } from "./invoiceGroups.ts"
import type { PageParts } from "./pages.ts"
import type { Walk } from "./walks.ts"

/**
 * Invoices of a list that groups make up. Its total is the sum of what they hold. Each group has its invoices sorted: a
 * few of each of the groups whose ends come first tell how far the page reaches at most, and then all groups that come
 * so near give what they have there. An amount is no part of a group: with one, the invoices of the groups are looked
 * through in the index.
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
  const amount = conditions.filter(isAmount)
  // The indexes of months and days hold amounts too.
  const scaled = amount.length === 0 ? pieces : pieces.map(atLeastByMonth)
  const groups = groupsOf(etiqueta ?? anyLabel, scaled, walk, parameter)
  const amounts = amount.map(({ kind, value }) =>
    ` AND t.total ${kind === "from" ? ">=" : "<="} ${parameter(value)}::bigint`)
  const grouped = { table: etiqueta === undefined ? "invoice" : "invoice_label", scales: groups.scales, walk }
  const { places, total, with: queries } = amounts.length === 0 ? byGroups(grouped) : byAmount(grouped, amounts.join(""))
  const shape = [grouped.table, ...groups.texts, ...amounts].join(" ")
  return { with: [...groups.texts, ...queries], total, rows: rowsAt(places), values, shape }
}

/** The rows at places that a query of one column `place` gives. */
export type RowsAt = (places: string) => string

const atLeastByMonth = (piece: GroupPiece): GroupPiece =>
  piece.scale === "ever" ? { ...piece, scale: "month" } : piece

/** Collects the values after $1 company, $2 last place seen and $3 rows at most. */
const parameters = () => {
  const values: Array<unknown> = []
  return { values, parameter: (value: unknown): string => `$${3 + values.push(value)}` }
}

type Parameter = (value: unknown) => string

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

const unionOf = (scales: ReadonlyArray<Scale>, text: (scale: Scale) => string): string =>
  scales.map(text).join(" UNION ALL ")

/** Of days that no range holds. */
const nothing = { with: [], total: "SELECT 0::bigint AS list_total", values: [], shape: "no groups" }
const noPlaces = "SELECT $2::bigint AS place WHERE $1::uuid IS NULL LIMIT $3::integer"

/** Where groups have their invoices, which scales there are, and in which order they are walked. */
interface Grouped {
  readonly table: string
  readonly scales: ReadonlyArray<Scale>
  readonly walk: Walk
}

interface Found {
  readonly with: ReadonlyArray<string>
  readonly total: string
  readonly places: string
}

/** The next so many places of a group `g`. */
const nextOf = ({ table, walk: { column, comes, direction } }: Grouped) => (scale: Scale, limit: string, also: string) =>
  `SELECT t.${column} AS place FROM ${table} AS t`
  + ` WHERE t.${scale}_group = g.id AND t.${column} ${comes} $2::bigint${also}`
  + ` ORDER BY t.${column} ${direction} LIMIT ${limit}`

const inOrderOf = ({ direction }: Walk): string => `ORDER BY place ${direction} LIMIT $3::integer`

/** `likely` are the groups whose ends come first, `near` a few of each, `farthest` where the page ends at the latest. */
const byGroups = (grouped: Grouped): Found => {
  const { scales, walk } = grouped
  const { column, comes, direction } = walk
  const next = nextOf(grouped)
  const within = `${direction === "DESC" ? ">=" : "<="} (SELECT place FROM farthest)`
  const open = unionOf(scales, (scale) =>
    `SELECT '${scale}' AS scale, g.id, g.nearest FROM ${scale}_groups AS g WHERE g.other_end ${comes} $2::bigint`)
  const few = "(SELECT 4 + $3::integer / greatest(count(*), 1) FROM likely)"
  const near = unionOf(scales, (scale) =>
    `SELECT n.place FROM likely AS g CROSS JOIN LATERAL (${next(scale, few, "")}) AS n WHERE g.scale = '${scale}'`)
  // Where these fill a page, none of its rows comes later than they do.
  const last = `SELECT place FROM near ORDER BY place ${direction} LIMIT 1 OFFSET $3::integer - 1`
  const end = direction === "DESC" ? 0 : Number.MAX_SAFE_INTEGER
  const held = unionOf(scales, (scale) => `SELECT n FROM ${scale}_groups`)
  const places = unionOf(scales, (scale) =>
    `SELECT n.place FROM ${scale}_groups AS g`
    + ` CROSS JOIN LATERAL (${next(scale, "$3::integer", ` AND t.${column} ${within}`)}) AS n`
    + ` WHERE g.other_end ${comes} $2::bigint AND g.nearest ${within}`)
  return {
    with: [
      `likely AS MATERIALIZED (SELECT * FROM (${open}) AS g ORDER BY nearest ${direction} LIMIT $3::integer)`,
      `near AS MATERIALIZED (${near})`,
      `farthest AS MATERIALIZED (SELECT coalesce((${last}), ${end}) AS place)`,
    ],
    total: `SELECT coalesce(sum(n), 0)::bigint AS list_total FROM (${held}) AS g`,
    places: `SELECT place FROM (${places}) AS p ${inOrderOf(walk)}`,
  }
}

/** Every invoice of the groups is counted, in the index: what grows with the company. */
const byAmount = (grouped: Grouped, amounts: string): Found => {
  const { scales, table, walk } = grouped
  const next = nextOf(grouped)
  const counted = unionOf(scales, (scale) =>
    `SELECT count(*) AS n FROM ${scale}_groups AS g JOIN ${table} AS t ON t.${scale}_group = g.id${amounts}`)
  const places = unionOf(scales, (scale) =>
    `SELECT n.place FROM ${scale}_groups AS g CROSS JOIN LATERAL (${next(scale, "$3::integer", amounts)}) AS n`)
  return {
    with: [],
    total: `SELECT sum(n)::bigint AS list_total FROM (${counted}) AS g`,
    places: `SELECT place FROM (${places}) AS p ${inOrderOf(walk)}`,
  }
}
