import type { ListedTable, Page, PageQuery } from "../../core/ports/Storage.ts"
import type { ListOrder } from "../../core/pagination/listOrder.ts"
import { CorruptRow } from "./columns.ts"
import { conditionTexts } from "./conditions.ts"
import { countersOfStatus, isCounted } from "./counters.ts"
import type { PgRecord, Statement } from "./Statement.ts"
import { listedTables } from "./listedTables.ts"

/**
 * One statement that answers a page and its exact total together, so that both are of the same moment. The page
 * comes from an index range that begins after the last row seen; the total from counters where there are some, else
 * from counting what the conditions let through.
 */
export type PageStatement = Statement

interface Walk {
  readonly column: string
  readonly direction: "ASC" | "DESC"
  readonly after: string
}

/** What is never changed is listed by its creation, records by their place in the chain. */
const walkOf = (table: ListedTable, orden: ListOrder): Walk => {
  const created = table === "registryRecord" ? "orden" : "created_sequence"
  const changes = table !== "registryRecord" && table !== "activityEntry"
  return orden === "antiguo"
    ? { column: created, direction: "ASC", after: ">" }
    : { column: orden === "modificado" && changes ? "modified_sequence" : created, direction: "DESC", after: "<" }
}

/** The page of a list. */
export const pageStatement = <T extends ListedTable>(
  table: T,
  { after, conditions, limit, orden, organizationId }: PageQuery<T>,
): PageStatement => {
  const { name, selected } = listedTables[table]
  const walk = walkOf(table, orden)
  const found = conditionTexts(conditions, 4)
  const where = ["t.organization_id = $1::uuid", ...found.texts].join(" AND ")
  const total = totalText(table, conditions, 4 + found.values.length, name, where)
  const text = `SELECT c.list_total, p.* FROM (${total.text}) AS c`
    + ` LEFT JOIN (SELECT ${selected} FROM ${name} AS t WHERE ${where} AND t.${walk.column} ${walk.after} $2::bigint`
    + ` ORDER BY t.${walk.column} ${walk.direction} LIMIT $3::integer) AS p ON true`
    + ` ORDER BY p.${walk.column} ${walk.direction}`
  const values = [
    organizationId,
    after ?? (walk.direction === "DESC" ? Number.MAX_SAFE_INTEGER : 0),
    limit,
    ...found.values,
    ...total.values,
  ]
  // Of the many combinations of filters few deserve a place among a connection's prepared statements.
  return conditions.length > 1 ? { text, values } : { name: `page of ${name}, ${orden}, ${found.shape}`, text, values }
}

/** The exact count, as a query of one row; its parameters begin at `first`. */
const totalText = <T extends ListedTable>(
  table: T,
  conditions: PageQuery<T>["conditions"],
  first: number,
  name: string,
  where: string,
): { readonly text: string; readonly values: ReadonlyArray<unknown> } => {
  const [only] = conditions
  const isStatus = table === "invoice" && conditions.length === 1 && only?.kind === "status"
  if (!isCounted(table) || (conditions.length > 0 && !isStatus)) {
    return { text: `SELECT count(*)::bigint AS list_total FROM ${name} AS t WHERE ${where}`, values: [] }
  }
  const counters = isStatus ? countersOfStatus(only.estado, only.today) : { names: [table], from: "", to: "" }
  return {
    text: "SELECT coalesce(sum(n), 0)::bigint AS list_total FROM counter WHERE organization_id = $1::uuid"
      + ` AND (name = ANY($${first}::text[]) OR (name >= $${first + 1} AND name < $${first + 2}))`,
    values: [counters.names, counters.from, counters.to],
  }
}

/** Reads the answer: its total stands on every record, and on a single empty one when the page has no rows. */
export const readPage = <Row>(records: ReadonlyArray<PgRecord>, decode: (record: PgRecord) => Row): Page<Row> => {
  const total = records[0]?.["list_total"]
  if (typeof total !== "number") throw new CorruptRow("a page without its total")
  return { rows: records.filter((record) => record["id"] !== null).map(decode), total }
}
