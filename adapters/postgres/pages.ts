import type { ListedTable, Page, PageQuery } from "../../core/ports/Storage.ts"
import type { ListOrder } from "../../core/pagination/listOrder.ts"
import { CorruptRow } from "./columns.ts"
import { conditionTexts } from "./conditions.ts"
import { placesByDay, type Walk } from "./dayPages.ts"
import { listedTables } from "./listedTables.ts"
import { preparingFrequent } from "./preparingFrequent.ts"
import type { PgRecord, Statement } from "./Statement.ts"
import { countersOf, daysOfIssue } from "./totals.ts"

/**
 * One statement that answers a page and its exact total together, so that both are of the same moment. The page
 * comes from an index range that begins after the last row seen; the total from counters where there are some, else
 * from counting what the conditions let through.
 */
export type PageStatement = Statement

/** What is never changed is listed by its creation, records by their place in the chain. */
const walkOf = (table: ListedTable, orden: ListOrder): Walk => {
  const created = table === "registryRecord" ? "orden" : "created_sequence"
  const changes = table !== "registryRecord" && table !== "activityEntry"
  return orden === "antiguo"
    ? { column: created, direction: "ASC", comes: ">" }
    : { column: orden === "modificado" && changes ? "modified_sequence" : created, direction: "DESC", comes: "<" }
}

/** Of the many combinations of filters, orders and tables few deserve a place in each connection's memory. */
const preparingPages = preparingFrequent("page", 64)

/** The page of a list. */
export const pageStatement = <T extends ListedTable>(table: T, query: PageQuery<T>): PageStatement => {
  const { after, conditions, limit, orden, organizationId } = query
  const walk = walkOf(table, orden)
  const { column, direction } = walk
  const asked = [organizationId, after ?? (direction === "DESC" ? Number.MAX_SAFE_INTEGER : 0), limit]
  const { rows, shape, total, values } = partsOf(table, conditions, walk)
  const text = `SELECT c.list_total, p.* FROM (${total}) AS c LEFT JOIN (${rows}) AS p ON true ORDER BY p.${column} ${direction}`
  return preparingPages(`${table} ${orden} ${shape}`, { text, values: [...asked, ...values] })
}

/** Total and rows as queries, whose parameters begin with company, last place seen and rows at most. */
interface PageParts {
  readonly total: string
  readonly rows: string
  readonly values: ReadonlyArray<unknown>
  /** Equal shapes have equal texts. */
  readonly shape: string
}

const partsOf = <T extends ListedTable>(table: T, conditions: PageQuery<T>["conditions"], walk: Walk): PageParts => {
  const { name, selected } = listedTables[table]
  const { column, comes, direction } = walk
  const days = table === "invoice" ? daysOfIssue(conditions) : undefined
  if (days !== undefined) {
    const range = "name >= $4 AND name < $5"
    return {
      total: `${sumOfCounters} AND ${range}`,
      rows: `SELECT ${selected} FROM (${placesByDay(walk, range)}) AS k`
        + ` JOIN ${name} AS t ON t.organization_id = $1::uuid AND t.${column} = k.place`,
      values: [days.from, days.to],
      shape: "by day",
    }
  }
  const found = conditionTexts(conditions, 4)
  const where = ["t.organization_id = $1::uuid", ...found.texts].join(" AND ")
  const rows = `SELECT ${selected} FROM ${name} AS t WHERE ${where} AND t.${column} ${comes} $2::bigint`
    + ` ORDER BY t.${column} ${direction} LIMIT $3::integer`
  const counters = countersOf(table, conditions)
  if (counters === undefined) {
    const total = `SELECT count(*)::bigint AS list_total FROM ${name} AS t WHERE ${where}`
    return { total, rows, values: found.values, shape: found.shape }
  }
  const first = 4 + found.values.length
  return {
    total: `${sumOfCounters} AND (name = ANY($${first}::text[]) OR (name >= $${first + 1} AND name < $${first + 2}))`,
    rows,
    values: [...found.values, counters.names, counters.from, counters.to],
    shape: found.shape,
  }
}

const sumOfCounters = "SELECT coalesce(sum(n), 0)::bigint AS list_total FROM counter WHERE organization_id = $1::uuid"

/** Reads the answer: its total stands on every record, and on a single empty one when the page has no rows. */
export const readPage = <Row>(records: ReadonlyArray<PgRecord>, decode: (record: PgRecord) => Row): Page<Row> => {
  const total = records[0]?.["list_total"]
  if (typeof total !== "number") throw new CorruptRow("a page without its total")
  return { rows: records.filter((record) => record["id"] !== null).map(decode), total }
}
