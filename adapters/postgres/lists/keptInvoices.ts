import type { OrganizationId } from "../../../core/organizations/Organization.ts"
import type { ListedInvoice } from "../../../core/invoices/Invoice.ts"
import type { Page, PageQuery } from "../../../core/ports/Storage.ts"
import { text } from "../tables/columns.ts"
import { type Bounds, makeInvoicesAtHand, type Version } from "./invoicesAtHand.ts"
import { listedTables } from "./listedTables.ts"
import { pageStatement, type Shown, totalOf } from "./pages.ts"
import type { PgRecord, Queries, Statement } from "../Statement.ts"

/**
 * Pages of invoices of which only those rows are read that are not at hand: most of what lists show, they have shown
 * before. A list asks for places first. A row's place in its company's order of changes names one version of it, and the
 * transaction that wrote it tells whether it is still that: whatever has changed a row, it is read anew.
 */

const { decode, name, selected } = listedTables.invoice

/** As text: the number of a transaction has 32 bits, and no sign. */
const writer = "t.xmin::text AS writer"

/** One record for all: each costs more to read than it says here. */
const places: Shown = {
  name: "places",
  columns: `t.modified_sequence AS place, ${writer}`,
  gathered: "p.place || ' ' || p.writer",
}
const rowsAndWriters: Shown = { name: "rows and writers", columns: `${selected}, ${writer}` }

const versionsOf = (gathered: unknown): ReadonlyArray<Version> => {
  if (gathered === null) return []
  const words = text.decode(gathered).split(" ")
  const versions: Array<Version> = []
  for (let i = 0; i < words.length; i += 2) versions.push({ place: words[i] ?? "", writer: words[i + 1] })
  return versions
}

/**
 * Reads pages for one database, and forgets the rows that it keeps: when a connection is new, the server may be another.
 * Not within transactions: rows that they have not committed have a writer all the same.
 */
export const keepingInvoices = (bounds?: Bounds) => {
  const { atHand, dropSome, forget, has, keep } = makeInvoicesAtHand(bounds)

  const kept = (record: PgRecord): ListedInvoice => keep(decode(record), record["writer"])

  const whole = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
    const { rows } = await queries.query(pageStatement("invoice", query, rowsAndWriters))
    return { rows: rows.filter(isRow).map(kept), total: totalOf(rows) }
  }

  const byPlaces = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice> | undefined> => {
    const { organizationId } = query
    const { rows: records } = await queries.query(pageStatement("invoice", query, places))
    const listed = versionsOf(records[0]?.["gathered"])
    const found = listed.map((version) => atHand(organizationId, version))
    const missing = listed.filter((_, i) => found[i] === undefined)
    if (missing.length > 0) (await queries.query(load(organizationId, missing))).rows.forEach(kept)
    const rows: Array<ListedInvoice> = []
    for (const [i, version] of listed.entries()) {
      const row = found[i] ?? atHand(organizationId, version)
      if (row !== undefined) rows.push(row)
    }
    // One that has changed meanwhile may no longer belong here.
    return rows.length === listed.length ? { rows, total: totalOf(records) } : undefined
  }

  return {
    page: async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
      const page = (has(query.organizationId) ? await byPlaces(queries, query) : undefined) ?? await whole(queries, query)
      dropSome()
      return page
    },
    forget,
  }
}

/** An empty page has a record all the same, for its total. */
const isRow = (record: PgRecord): boolean => record["walked_place"] !== null

const load = (organizationId: OrganizationId, versions: ReadonlyArray<Version>): Statement => ({
  name: "listed invoices",
  text: `SELECT t.* FROM unnest($2::bigint[]) AS k(place) CROSS JOIN LATERAL (SELECT ${selected}, ${writer}`
    + ` FROM ${name} AS t WHERE t.organization_id = $1 AND t.modified_sequence = k.place LIMIT 1) AS t`,
  values: [organizationId, versions.map(({ place }) => place)],
})
