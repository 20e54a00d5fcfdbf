import type { ContactFilters, InvoiceFilters, Page, PageQuery } from "../../core/ports/Storage.ts"
import type { ListOrder } from "../../core/pagination/listOrder.ts"
import { countersOfStatus } from "./counters.ts"
import { CorruptRow } from "./columns.ts"
import type { PgRecord, Statement } from "./Statement.ts"
import { storedTables } from "./storedTables.ts"

/**
 * One statement that answers a page and its exact total together, so that both are of the same moment. The total
 * comes from counters, the page from an index range that begins after the last row seen.
 */
export type PageStatement = Statement

const walks: Record<ListOrder, { readonly column: string; readonly direction: "ASC" | "DESC"; readonly after: string }> = {
  reciente: { column: "created_sequence", direction: "DESC", after: "<" },
  antiguo: { column: "created_sequence", direction: "ASC", after: ">" },
  modificado: { column: "modified_sequence", direction: "DESC", after: "<" },
}

/** A page of contacts. */
export const contactPage = (query: PageQuery<ContactFilters>): PageStatement =>
  pageStatement(query, storedTables.contact, { name: "all", text: "true", values: [] }, { names: ["contact"], from: "", to: "" })

/** A page of invoices, by status as of a day. */
export const invoicePage = (query: PageQuery<InvoiceFilters>): PageStatement => {
  const { estado, today } = query.filters
  return pageStatement(query, storedTables.invoice, statusCondition(query.filters), countersOfStatus(estado, today))
}

interface Condition {
  /** Part of the prepared statement's name: equal names have equal texts. */
  readonly name: string
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** Parameters of conditions begin after those of the page itself. */
const statusCondition = ({ estado, today }: InvoiceFilters): Condition => {
  switch (estado) {
    case null:
      return { name: "all", text: "true", values: [] }
    case "overdue":
      return { name: estado, text: "t.standing = 'due' AND t.last_day_in_time < $7::date", values: [today] }
    case "sent": {
      const inTime = "t.last_day_in_time IS NULL OR t.last_day_in_time >= $7::date"
      return { name: estado, text: `(t.standing = 'sent' OR (t.standing = 'due' AND (${inTime})))`, values: [today] }
    }
    default:
      return { name: "standing", text: "t.standing = $7", values: [estado] }
  }
}

const pageStatement = (
  { after, limit, orden, organizationId }: PageQuery<unknown>,
  { name: table, selected }: { readonly name: string; readonly selected: string },
  condition: Condition,
  counters: { readonly names: ReadonlyArray<string>; readonly from: string; readonly to: string },
): PageStatement => {
  const { after: beyond, column, direction } = walks[orden]
  return {
    name: `page of ${table}, ${orden}, ${condition.name}`,
    text: "SELECT c.list_total, p.* FROM (SELECT coalesce(sum(n), 0)::bigint AS list_total FROM counter"
      + " WHERE organization_id = $1::uuid AND (name = ANY($4::text[]) OR (name >= $5 AND name < $6))) AS c"
      + ` LEFT JOIN (SELECT ${selected} FROM ${table} AS t WHERE t.organization_id = $1::uuid`
      + ` AND t.${column} ${beyond} $2::bigint AND ${condition.text}`
      + ` ORDER BY t.${column} ${direction} LIMIT $3::integer) AS p ON true`,
    values: [
      organizationId,
      after ?? (direction === "DESC" ? Number.MAX_SAFE_INTEGER : 0),
      limit,
      counters.names,
      counters.from,
      counters.to,
      ...condition.values,
    ],
  }
}

/** Reads the answer: its total stands on every record, and on a single empty one when the page has no rows. */
export const readPage = <Row>(records: ReadonlyArray<PgRecord>, decode: (record: PgRecord) => Row): Page<Row> => {
  const total = records[0]?.["list_total"]
  if (typeof total !== "number") throw new CorruptRow("a page without its total")
  return { rows: records.filter((record) => record["id"] !== null).map(decode), total }
}
