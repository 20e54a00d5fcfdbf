import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { ListedInvoice } from "../../../core/invoices/Invoice.ts"
import type { Page, PageQuery } from "../../../core/ports/Storage.ts"
import type { Queries, Statement } from "../Statement.ts"
import { storedTables } from "../tables/storedTables.ts"
import { type Bounds, makeInvoicesAtHand, type Version } from "./invoicesAtHand.ts"
import { listedInvoiceLayout, listedRows } from "./listedRows.ts"
import { packedOf, packingOf, readPacked } from "./packing.ts"
import { pageStatement, readPage } from "./pages.ts"

/**
 * Pages of invoices of which only those rows are read that are not at hand: most of what a company's lists show, they
 * have shown before. A list asks for places first. A row's place in its company's order of changes names one version of
 * it, and the transaction that wrote it tells whether it is still that: whatever has changed a row, it is read anew. Of a
 * company that has not been listed lately nothing is kept: of many in turn nothing would be left when they come again.
 */

const { name } = storedTables.invoice
const { names, packed, unpack } = listedInvoiceLayout

/** As text: the number of a transaction has 32 bits, and no sign. */
const writer = "t.xmin::text AS writer"

/** A row, and the transaction that wrote it. */
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
 * Reads pages for one database, and forgets the rows that it keeps: when a connection is new, the server may be another.
 * Not within transactions: rows that they have not committed have a writer all the same.
 */
export const keepingInvoices = (bounds?: Bounds) => {
  const { again, atHand, dropSome, forget, has, keep } = makeInvoicesAtHand(bounds)
  /** How often all was forgotten: what was asked for before that is not kept when it comes. */
  let era = 0

  const keptSince = (asked: number) => ({ invoice, writer }: Written): ListedInvoice =>
    asked === era ? keep(invoice, writer) : invoice

  const whole = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
    const statement = pageStatement("invoice", query, { name: "rows and writers", ...written })
    const kept = keptSince(era)
    const { rows, total } = readPage((await queries.query(statement)).rows, written)
    return { rows: rows.map(kept), total, recurring: true }
  }

  const byPlaces = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice> | undefined> => {
    const { organizationId } = query
    const statement = pageStatement("invoice", query, { name: "versions", ...versions })
    const kept = keptSince(era)
    const { rows: listed, total } = readPage((await queries.query(statement)).rows, versions)
    const found = listed.map((version) => atHand(organizationId, version))
    const missing = listed.filter((_, i) => found[i] === undefined)
    if (missing.length > 0) {
      const { rows: [record = {}] } = await queries.query(load(organizationId, missing))
      readPacked(record, written).forEach(kept)
    }
    const rows: Array<ListedInvoice> = []
    for (const [i, version] of listed.entries()) {
      const row = found[i] ?? atHand(organizationId, version)
      if (row !== undefined) rows.push(row)
    }
    // One that has changed meanwhile may no longer belong here.
    return rows.length === listed.length ? { rows, total, recurring: true } : undefined
  }

  return {
    page: async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
      const { organizationId } = query
      if (!again(organizationId)) return readPage((await queries.query(pageStatement("invoice", query))).rows, listedRows.invoice)
      const page = (has(organizationId) ? await byPlaces(queries, query) : undefined) ?? await whole(queries, query)
      dropSome()
      return page
    },
    forget: (): void => {
      era++
      forget()
    },
  }
}

const byVersions = {
  name: "listed invoices",
  text: `SELECT ${packedOf(written)} FROM unnest($2::bigint[]) AS k(place) CROSS JOIN LATERAL (SELECT ${written.columns}`
    + ` FROM ${name} AS t WHERE t.organization_id = $1 AND t.modified_sequence = k.place LIMIT 1) AS p`,
}

const load = (organizationId: OrganizationId, listed: ReadonlyArray<Version>): Statement =>
  ({ ...byVersions, values: [organizationId, listed.map(({ place }) => place)] })
