import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { ListedInvoice } from "../../../core/invoices/Invoice.ts"
import type { Page, PageQuery } from "../../../core/ports/Storage.ts"
import type { Queries, Statement } from "../Statement.ts"
import { storedTables } from "../tables/storedTables.ts"
import { type Bounds, makeInvoiceCache, type Version } from "./invoiceCache.ts"
import { listedInvoiceLayout, listedRows } from "./listedRows.ts"
import { packedOf, packingOf, readPacked } from "./packing.ts"
import { pageStatement, readPage } from "./pages.ts"

// Pages of invoices through a cache: most of what a company's lists show, they have shown before. A page asks first only for
// the versions of its rows, and then reads those that are not in the cache (invoiceCache.ts). A version is the row's place in
// the company's order of changes, together with the number of the transaction that wrote it (xmin), so that whatever has
// changed a row, it is read anew. Nothing is kept for companies that have not been listed lately: if many are listed in turn,
// nothing would be left of them by the time they come again.

const { name } = storedTables.invoice
const { names, packed, unpack } = listedInvoiceLayout

/** As a text, since the number of a transaction is 32 bits without a sign. */
const writer = "t.xmin::text AS writer"

/** A row, and the number of the transaction that wrote it. */
interface Written {
  readonly invoice: ListedInvoice
  readonly writer: string
}

const written = packingOf<Written>(
  `${listedRows.invoice.columns}, ${writer}`,
  [...packed((column) => `p.${column}`), "p.writer"],
  (texts, from) => ({ invoice: unpack(texts, from), writer: texts[from + names.length] ?? "" }),
)

const versions = packingOf<Version>(
  `t.modified_sequence AS place, ${writer}`,
  ["p.place", "p.writer"],
  (texts, from) => ({ place: texts[from] ?? "", writer: texts[from + 1] ?? "" }),
)

/**
 * Reads pages of invoices of one database, through a cache. `forget` empties it: it is called for each new connection, which
 * may lead to another server. Not for use within transactions: rows that are not committed have a writer too.
 */
export const keptInvoices = (bounds?: Bounds) => {
  const { cached, dropSome, forget, has, keep, listedAgain } = makeInvoiceCache(bounds)
  /** How often the cache was emptied: rows that were asked for before that are not kept when they come. */
  let era = 0

  const keptSince = (asked: number) => ({ invoice, writer }: Written): ListedInvoice =>
    asked === era ? keep(invoice, writer) : invoice

  /** Reads whole rows, and keeps them. */
  const whole = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
    const statement = pageStatement("invoice", query, { name: "rows and writers", ...written })
    const kept = keptSince(era)
    const { rows, total } = readPage((await queries.query(statement)).rows, written)
    return { rows: rows.map(kept), total, recurring: true }
  }

  /** Reads versions, and then the rows that are not kept; undefined when one of these has changed in between. */
  const byVersions = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice> | undefined> => {
    const { organizationId } = query
    const statement = pageStatement("invoice", query, { name: "versions", ...versions })
    const kept = keptSince(era)
    const { rows: listed, total } = readPage((await queries.query(statement)).rows, versions)
    const found = listed.map((version) => cached(organizationId, version))
    const missing = listed.filter((_, i) => found[i] === undefined)
    if (missing.length > 0) {
      const { rows: [record = {}] } = await queries.query(load(organizationId, missing))
      readPacked(record, written).forEach(kept)
    }
    const rows: Array<ListedInvoice> = []
    for (const [i, version] of listed.entries()) {
      const row = found[i] ?? cached(organizationId, version)
      if (row !== undefined) rows.push(row)
    }
    // A row that has changed meanwhile may not belong to this page any more.
    return rows.length === listed.length ? { rows, total, recurring: true } : undefined
  }

  return {
    page: async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
      const { organizationId } = query
      if (!listedAgain(organizationId)) return readPage((await queries.query(pageStatement("invoice", query))).rows, listedRows.invoice)
      const page = (has(organizationId) ? await byVersions(queries, query) : undefined) ?? await whole(queries, query)
      dropSome()
      return page
    },
    forget: (): void => {
      era++
      forget()
    },
  }
}

const rowsAtPlaces = {
  name: "listed invoices",
  text: `SELECT ${packedOf(written)} FROM unnest($2::bigint[]) AS k(place)
CROSS JOIN LATERAL (
  SELECT ${written.columns} FROM ${name} AS t WHERE t.organization_id = $1 AND t.modified_sequence = k.place LIMIT 1
) AS p`,
}

const load = (organizationId: OrganizationId, listed: ReadonlyArray<Version>): Statement =>
  ({ ...rowsAtPlaces, values: [organizationId, listed.map(({ place }) => place)] })
