import type { OrganizationId } from "../../core/organizations/Organization.ts"
import type { ListedInvoice } from "../../core/invoices/Invoice.ts"
import type { Page, PageQuery } from "../../core/ports/Storage.ts"
import { nullable, text } from "./columns.ts"
import { layoutOf } from "./fields.ts"
import { listedTables } from "./listedTables.ts"
import { pageStatement, type Shown, totalOf } from "./pages.ts"
import type { PgRecord, Queries, Statement } from "./Statement.ts"

/**
 * Pages of invoices of which only those rows are read that are not at hand: most of what lists show, they have shown
 * before. A list asks for ids and versions first. The version of a row is the transaction that wrote it, so whatever
 * changes a row, and wherever, it is read anew.
 */

/** Rows at hand, some 5 KiB each with what is made of them; those that no list has shown the longest go. */
const keptMax = 4_096

/** Companies that are known to have rows at hand, or to have had some. */
const companiesMax = 10_000

const { decode, name, selected } = listedTables.invoice

/** As text: the number of a transaction has 32 bits, and no sign. */
const version = "t.xmin::text AS version"

const versions: Shown = { name: "versions", columns: `t.id, ${version}` }
const rowsAndVersions: Shown = { name: "rows and versions", columns: `${selected}, ${version}` }

const versionOf = layoutOf<{ readonly id: string | null; readonly version: string | null }>(
  { id: nullable(text), version: nullable(text) },
  (field) => field,
)

interface Kept {
  readonly version: string | null
  readonly invoice: ListedInvoice
}

/** Reads pages for one database. Not within transactions: what they have not committed has a version all the same. */
export const keepingInvoices = () => {
  const kept = new Map<string, Kept>()
  const companies = new Set<OrganizationId>()

  const keep = (record: PgRecord): ListedInvoice => {
    const invoice = decode(record)
    kept.delete(invoice.id)
    kept.set(invoice.id, { version: versionOf.decode(record).version, invoice })
    return invoice
  }

  const forget = (): void => {
    for (const id of kept.keys()) {
      if (kept.size <= keptMax) return
      kept.delete(id)
    }
  }

  /** The row of this version, if it is at hand; it is then the one that was shown last. */
  const present = (id: string | null, version: string | null): ListedInvoice | undefined => {
    const found = kept.get(id ?? "")
    if (id === null || found === undefined || found.version !== version) return undefined
    kept.delete(id)
    kept.set(id, found)
    return found.invoice
  }

  const whole = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
    const { rows } = await queries.query(pageStatement("invoice", query, rowsAndVersions))
    return { rows: rows.filter(isRow).map(keep), total: totalOf(rows) }
  }

  const byVersions = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice> | undefined> => {
    const { rows: records } = await queries.query(pageStatement("invoice", query, versions))
    const places = records.filter(isRow).map(versionOf.decode)
    const missing = places.flatMap(({ id, version }) => (id === null || present(id, version) !== undefined ? [] : [id]))
    if (missing.length > 0) (await queries.query(load(query.organizationId, missing))).rows.forEach(keep)
    const rows = places.flatMap(({ id, version }) => present(id, version) ?? [])
    // One that has changed meanwhile may no longer belong here.
    return rows.length === places.length ? { rows, total: totalOf(records) } : undefined
  }

  return async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
    const isKnown = companies.has(query.organizationId)
    if (companies.size >= companiesMax) companies.clear()
    companies.add(query.organizationId)
    const page = (isKnown ? await byVersions(queries, query) : undefined) ?? await whole(queries, query)
    forget()
    return page
  }
}

/** An empty page has a record all the same, for its total. */
const isRow = (record: PgRecord): boolean => record["id"] !== null

const load = (organizationId: OrganizationId, ids: ReadonlyArray<string>): Statement => ({
  name: "listed invoices",
  text: `SELECT t.* FROM unnest($2::uuid[]) AS k(i) CROSS JOIN LATERAL`
    + ` (SELECT ${selected}, ${version} FROM ${name} AS t WHERE t.organization_id = $1 AND t.id = k.i LIMIT 1) AS t`,
  values: [organizationId, ids],
})
