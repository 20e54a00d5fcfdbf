import type { Condition } from "../../../core/ports/listConditions.ts"
import type { ListedTable, Page, PageQuery } from "../../../core/ports/Storage.ts"
import { preparingFrequent } from "../connections/preparingFrequent.ts"
import type { PgRecord, Statement } from "../Statement.ts"
import { integer } from "../tables/columns.ts"
import { storedTables } from "../tables/storedTables.ts"
import { type ConditionTexts, conditionTexts } from "./conditions.ts"
import { pageOfGroups, type RowsAt } from "./groups/groupPages.ts"
import { listedRows } from "./listedRows.ts"
import { packedOf, type Packing, readPacked } from "./packing.ts"
import { type Parameter, parameters } from "./parameters.ts"
import { counterOf } from "./totals.ts"
import { type Walk, walkOf } from "./walks.ts"

/**
 * One statement answers a page and its exact total together, so that both are of the same moment. The page comes from an
 * index range that begins after the last row seen; the total from counters where there are some, else from counting what the
 * conditions let through. The rows come as one text (packing.ts).
 */

/** Of the many combinations of filters, orders and tables few deserve a place in each connection's memory. */
const preparingPages = preparingFrequent("page", 64)

/** What a page tells of each row; equal names have equal columns. */
export interface Shown extends Pick<Packing<unknown>, "columns" | "text"> {
  readonly name: string
}

/** The page of a list: all that lists read of its rows, unless told. */
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
  return preparingPages(`${table} ${shown.name} ${orden} ${shape}`, [...asked, ...values], () =>
    `${queries.length === 0 ? "" : `WITH ${queries.join(", ")} `}SELECT c.list_total, r.* FROM (${total}) AS c CROSS JOIN`
    + ` (SELECT ${packedOf(shown, ` ORDER BY p.walked_place ${direction}`)} FROM (${rows}) AS p) AS r`)
}

/** Total and rows as queries, whose parameters begin with company, last place seen and rows at most. */
export interface PageParts {
  /** Queries that both refer to by name. */
  readonly with: ReadonlyArray<string>
  readonly total: string
  readonly rows: string
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
  const { name } = storedTables[table]
  const { column, comes, direction } = walk
  const rowsAt: RowsAt = (places) =>
    `SELECT ${selected} FROM (${places}) AS k JOIN ${name} AS t ON t.organization_id = $1::uuid AND t.${column} = k.place`
  const parts = pageOfGroups(table, conditions, walk, rowsAt)
  if (parts !== undefined) return parts
  const { parameter, values } = parameters(4)
  const { from, shape, texts, walked } = sourceOf(table, conditions, parameter)
  const where = [`${walked}.organization_id = $1::uuid`, ...texts].join(" AND ")
  const place = `${walked}.${column}`
  const next = (of: string) => `${of} ${comes} $2::bigint ORDER BY ${of} ${direction} LIMIT $3::integer`
  const counter = counterOf(table, conditions)
  if (table === "invoice" && counter === undefined) {
    // Looked for once, since finding them is what costs.
    const matching = `matching AS MATERIALIZED (SELECT ${place} AS place FROM ${from} WHERE ${where})`
    const total = "SELECT count(*)::bigint AS list_total FROM matching"
    return { with: [matching], total, rows: rowsAt(`SELECT place FROM matching WHERE ${next("place")}`), values, shape }
  }
  if (counter === undefined && conditions.some(looks)) {
    // Few are looked for again: a walk would go by every row. Of many the next come soon in it (as in amountPages.ts), where
    // no index of words or labels has all of them sorted first: within coalesce none is asked.
    const found = `found AS MATERIALIZED (SELECT count(*)::bigint AS list_total FROM ${from} WHERE ${where})`
    const isFew = `list_total * list_total <= $3::integer * (${counted} AND name = '${table}')`
    const few = `SELECT place FROM (SELECT ${place} AS place FROM ${from} WHERE ${where} OFFSET 0) AS m WHERE (SELECT few FROM chosen)`
    const many = `SELECT ${selected} FROM ${from} WHERE ${walked}.organization_id = $1::uuid AND coalesce(${texts.join(" AND ")}, false)`
      + ` AND NOT (SELECT few FROM chosen) AND ${next(place)}`
    return {
      with: [found, `chosen AS MATERIALIZED (SELECT ${isFew} AS few FROM found)`],
      total: "SELECT list_total FROM found",
      rows: `${rowsAt(`${few} AND ${next("place")}`)} UNION ALL SELECT * FROM (${many}) AS w`,
      values,
      shape,
    }
  }
  // Invoices are wide: what many are sorted by is read first.
  const rows = table === "invoice" && conditions.length > 0
    ? rowsAt(`SELECT ${place} AS place FROM ${from} WHERE ${where} AND ${next(place)}`)
    : `SELECT ${selected} FROM ${from} WHERE ${where} AND ${next(place)}`
  if (counter === undefined && uncounted) {
    return { with: [], total: "SELECT 0::bigint AS list_total", rows, values, shape: `${shape} uncounted` }
  }
  if (counter === undefined) {
    return { with: [], total: `SELECT count(*)::bigint AS list_total FROM ${from} WHERE ${where}`, rows, values, shape }
  }
  // The conditions' shape tells nothing of the counter.
  const countedShape = `${shape} counted`
  return { with: [], total: `${counted} AND name = ${parameter(counter)}`, rows, values, shape: countedShape }
}

/** What a list is read from, and the alias there that has the places. */
interface Source extends ConditionTexts {
  readonly from: string
  readonly walked: string
}

/** Invoices by a label are walked by their labels, everything else by its own indexes. */
const sourceOf = (table: ListedTable, conditions: ReadonlyArray<Condition<string>>, parameter: Parameter): Source => {
  const { name } = storedTables[table]
  const label = table === "invoice" ? conditions.find((condition) => condition.kind === "holds") : undefined
  if (label === undefined) return { from: `${name} AS t`, walked: "t", ...conditionTexts(table, conditions, parameter) }
  const etiqueta = parameter(label.value)
  const rest = conditions.filter((condition) => condition !== label)
  const others = conditionTexts(table, rest, parameter)
  const own = "t.organization_id = l.organization_id AND t.created_sequence = l.created_sequence"
  // Where nothing else finds them, by their label first: the planner would look for the words in every invoice there is.
  const invoices = rest.some(looks) && !rest.some(finds)
    ? ` CROSS JOIN LATERAL (SELECT t.* FROM ${name} AS t WHERE ${own} OFFSET 0) AS t`
    : ` JOIN ${name} AS t ON ${own}`
  return {
    from: `invoice_label AS l${others.texts.length === 0 ? "" : invoices}`,
    walked: "l",
    texts: [`l.etiqueta = ${etiqueta}`, ...others.texts],
    shape: `label ${others.shape}`,
  }
}

/** Whether it looks for words. */
const looks = (condition: Condition<string>): boolean => condition.kind === "search" && condition.words.length > 0

/** Whether there are few invoices that meet it, and an index of them. */
const finds = (condition: Condition<string>): boolean =>
  condition.kind === "equals" && (condition.field === "numero" || condition.field === "contacto_id")

const counted = "SELECT coalesce(sum(n), 0)::bigint AS list_total FROM counter WHERE organization_id = $1::uuid"

/** Reads the answer, which is one record. */
export const readPage = <Row>([record = {}]: ReadonlyArray<PgRecord>, packing: Packing<Row>): Page<Row> =>
  ({ rows: readPacked(record, packing), total: integer.decode(record["list_total"]) })
