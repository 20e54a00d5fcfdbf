import type { Condition } from "../../../core/ports/listConditions.ts"
import type { ListedTable, Page, PageQuery } from "../../../core/ports/Storage.ts"
import { preparingFrequent } from "../preparingFrequent.ts"
import type { PgRecord, Statement } from "../Statement.ts"
import { integer } from "../tables/columns.ts"
import { storedTables } from "../tables/storedTables.ts"
import { type ConditionTexts, conditionTexts } from "./conditions.ts"
import { counterOf } from "./counts/counters.ts"
import { pageOfGroups, type RowsAt } from "./grouped/groupPages.ts"
import { listedRows } from "./listedRows.ts"
import { packedOf, type Packing, readPacked } from "./packing.ts"
import { type Parameter, parameters } from "./parameters.ts"
import { type Walk, walkOf } from "./walks.ts"

// One statement answers a page of a list and its exact total, so that both are of the same moment. The page comes from a range
// of an index that begins after the last row seen, the total from counters where there are any, otherwise from counting the
// rows that the conditions let through. The rows come as one text (packing.ts). Lists by filters that groups decide, which are
// most, are made up in grouped/groupPages.ts; ../groups/groups.ts explains the words that are used here.

/** Gives names to the pages that are asked for most. There are too many combinations of filters and orders to prepare all. */
const preparingPages = preparingFrequent("page", 64)

/** What a page selects of each row; equal names have equal columns. */
export interface Shown extends Pick<Packing<unknown>, "columns" | "text"> {
  readonly name: string
}

/** The page of a list; it shows all that lists read of a row, unless told otherwise. */
export const pageStatement = <T extends ListedTable>(
  table: T,
  query: PageQuery<T>,
  shown: Shown = { name: "rows", ...listedRows[table] },
): Statement => {
  const { after, conditions, limit, orden, organizationId, uncounted = false } = query
  const walk = walkOf(table, orden)
  const { column, direction } = walk
  const asked = [organizationId, after ?? (direction === "DESC" ? Number.MAX_SAFE_INTEGER : 0), limit]
  const selected = `${shown.columns}, t.${column} AS walked_place`
  const { rows, shape, total, values, with: queries } = partsOf(table, selected, conditions, walk, uncounted)
  const inOrder = ` ORDER BY p.walked_place ${direction}`
  return preparingPages(`${table} ${shown.name} ${orden} ${shape}`, [...asked, ...values], () =>
    `${queries.length === 0 ? "" : `WITH ${queries.join(",\n  ")}\n`}SELECT c.list_total, r.*
FROM (${total}) AS c
CROSS JOIN (${long.has(table) ? cutPacked(shown, rows, inOrder) : `SELECT ${packedOf(shown, inOrder)} FROM (${rows}) AS p`}) AS r`)
}

/** Lists whose rows may have a million characters: those with lines, and deliveries, whose bodies show such rows. */
const long: ReadonlySet<ListedTable> = new Set(["purchaseOrder", "subscription", "delivery"])

/** How many bytes the rows of a page of these may have, but for the last one. */
const pageBytes = 4 * 1_048_576

/** The packed rows, only the first ones where all are too long, and whether others are `cut`. */
const cutPacked = ({ text }: Shown, rows: string, inOrder: string): string => {
  const fits = `p.before IS NULL OR p.before < ${pageBytes}`
  return `SELECT ${packedOf({ text: "p.packed_row" }, inOrder, ` FILTER (WHERE ${fits})`)}, count(*) > count(*) FILTER (WHERE ${fits}) AS cut
  FROM (
    SELECT p.*, sum(octet_length(p.packed_row)) OVER (${inOrder} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM (SELECT p.walked_place, ${text} AS packed_row FROM (${rows}) AS p OFFSET 0) AS p
  ) AS p`
}

/**
 * Total and rows of a page as queries, whose parameters begin with $1 the company, $2 the last place seen, $3 the most rows.
 */
export interface PageParts {
  /** Queries that the others refer to by name. */
  readonly with: ReadonlyArray<string>
  readonly total: string
  readonly rows: string
  /** The values of the parameters from $4 on. */
  readonly values: ReadonlyArray<unknown>
  /** Equal shapes have equal texts. */
  readonly shape: string
}

const partsOf = (
  table: ListedTable,
  selected: string,
  conditions: ReadonlyArray<Condition<string>>,
  walk: Walk,
  uncounted: boolean,
): PageParts => {
  const rowsAt: RowsAt = (places) => `SELECT ${selected} FROM (${places}) AS k
    JOIN ${storedTables[table].name} AS t ON t.organization_id = $1::uuid AND t.${walk.column} = k.place`
  const ofGroups = pageOfGroups(table, conditions, walk, rowsAt)
  if (ofGroups !== undefined) return ofGroups
  const { parameter, values } = parameters(4)
  const source = sourceOf(table, conditions, parameter)
  const list: ListedSource = { table, selected, source, walk, rowsAt, values }
  const counter = counterOf(table, conditions)
  if (counter !== undefined) return pageWithCounter(list, `${counted} AND name = ${parameter(counter)}`)
  if (table === "invoice") return pageOfFewInvoices(list)
  if (conditions.some(isSearch)) return pageOfSearch(list)
  const total = uncounted ? "SELECT 0::bigint AS list_total"
    : `SELECT count(*)::bigint AS list_total FROM ${source.from} WHERE ${whereOf(list)}`
  return { with: [], total, rows: walkedRows(list), values, shape: uncounted ? `${source.shape} uncounted` : source.shape }
}

/** A list that is not made up of groups. */
interface ListedSource {
  readonly table: ListedTable
  /** What is selected of each row `t`. */
  readonly selected: string
  readonly source: Source
  readonly walk: Walk
  readonly rowsAt: RowsAt
  readonly values: ReadonlyArray<unknown>
}

const whereOf = ({ source: { texts, walked } }: ListedSource): string =>
  [`${walked}.organization_id = $1::uuid`, ...texts].join(" AND ")

/** Goes on after the last place seen, in the order of the list, for as many rows as are wanted. */
const nextOf = ({ comes, direction }: Walk, place: string): string =>
  `${place} ${comes} $2::bigint ORDER BY ${place} ${direction} LIMIT $3::integer`

/** The rows of a page, by a walk along the index of the order. */
const walkedRows = (list: ListedSource): string => {
  const { selected, source: { from, walked }, walk } = list
  return `SELECT ${selected} FROM ${from} WHERE ${whereOf(list)} AND ${nextOf(walk, `${walked}.${walk.column}`)}`
}

const pageWithCounter = (list: ListedSource, total: string): PageParts =>
  // The shape of the conditions tells nothing of the counter.
  ({ with: [], total, rows: walkedRows(list), values: list.values, shape: `${list.source.shape} counted` })

/** Invoices that are found by other things than groups: the search for them is what costs, so they are looked for once. */
const pageOfFewInvoices = (list: ListedSource): PageParts => {
  const { rowsAt, source: { from, shape, walked }, values, walk } = list
  return {
    with: [`matching AS MATERIALIZED (SELECT ${walked}.${walk.column} AS place FROM ${from} WHERE ${whereOf(list)})`],
    total: "SELECT count(*)::bigint AS list_total FROM matching",
    rows: rowsAt(`SELECT place FROM matching WHERE ${nextOf(walk, "place")}`),
    values,
    shape,
  }
}

/**
 * Rows that have words. When they are few (as in amountPages.ts), all of them are found in the index of words or labels, since
 * a walk would pass every row of the company. When they are many, the next ones come soon in a walk, in which no such index
 * may be used, since that would sort all of them first: hence `coalesce`, for which the planner uses none.
 */
const pageOfSearch = (list: ListedSource): PageParts => {
  const { rowsAt, selected, source: { from, shape, texts, walked }, table, values, walk } = list
  const place = `${walked}.${walk.column}`
  const isFew = `list_total * list_total <= $3::integer * (${counted} AND name = '${table}')`
  const few = `SELECT place FROM (SELECT ${place} AS place FROM ${from} WHERE ${whereOf(list)} OFFSET 0) AS m
    WHERE (SELECT few FROM chosen) AND ${nextOf(walk, "place")}`
  const many = `SELECT ${selected} FROM ${from}
    WHERE ${walked}.organization_id = $1::uuid AND coalesce(${texts.join(" AND ")}, false)
      AND NOT (SELECT few FROM chosen) AND ${nextOf(walk, place)}`
  return {
    with: [
      `found AS MATERIALIZED (SELECT count(*)::bigint AS list_total FROM ${from} WHERE ${whereOf(list)})`,
      `chosen AS MATERIALIZED (SELECT ${isFew} AS few FROM found)`,
    ],
    total: "SELECT list_total FROM found",
    rows: `${rowsAt(few)} UNION ALL SELECT * FROM (${many}) AS w`,
    values,
    shape,
  }
}

/** What a list is read from, and the alias there that has the places. */
interface Source extends ConditionTexts {
  readonly from: string
  readonly walked: string
}

/** Invoices with a label are walked in their table of labels, everything else in its own table. */
const sourceOf = (table: ListedTable, conditions: ReadonlyArray<Condition<string>>, parameter: Parameter): Source => {
  const { name } = storedTables[table]
  const label = table === "invoice" ? conditions.find((condition) => condition.kind === "holds") : undefined
  if (label === undefined) return { from: `${name} AS t`, walked: "t", ...conditionTexts(table, conditions, parameter) }
  const etiqueta = parameter(label.value)
  const rest = conditions.filter((condition) => condition !== label)
  const others = conditionTexts(table, rest, parameter)
  const own = "t.organization_id = l.organization_id AND t.created_sequence = l.created_sequence"
  // Where only words are asked for beside the label, the label comes first (OFFSET 0): the planner would rather look for the
  // words in every invoice there is.
  const invoices = rest.some(isSearch) && !rest.some(isSelective)
    ? ` CROSS JOIN LATERAL (SELECT t.* FROM ${name} AS t WHERE ${own} OFFSET 0) AS t`
    : ` JOIN ${name} AS t ON ${own}`
  return {
    from: `invoice_label AS l${others.texts.length === 0 ? "" : invoices}`,
    walked: "l",
    texts: [`l.etiqueta = ${etiqueta}`, ...others.texts],
    shape: `label ${others.shape}`,
  }
}

/** Whether the condition looks for words. */
const isSearch = (condition: Condition<string>): boolean => condition.kind === "search" && condition.words.length > 0

/** Whether few invoices meet the condition, and an index finds them. */
const isSelective = (condition: Condition<string>): boolean =>
  condition.kind === "equals" && (condition.field === "numero" || condition.field === "contacto_id")

/** The value of a counter of the company, whose name is still to be compared. */
const counted = "SELECT coalesce(sum(n), 0)::bigint AS list_total FROM counter WHERE organization_id = $1::uuid"

/** Reads the answer to a page, which is one record. */
export const readPage = <Row>([record = {}]: ReadonlyArray<PgRecord>, packing: Packing<Row>): Page<Row> => ({
  rows: readPacked(record, packing),
  total: integer.decode(record["list_total"]),
  ...(record["cut"] === true ? { cut: true } : {}),
})
