import type { OrganizationId } from "../../core/organizations/Organization.ts"
import type { ListedInvoice } from "../../core/invoices/Invoice.ts"
import type { Page, PageQuery } from "../../core/ports/Storage.ts"
import { text } from "./columns.ts"
import { listedTables } from "./listedTables.ts"
import { pageStatement, type Shown, totalOf } from "./pages.ts"
import type { PgRecord, Queries, Statement } from "./Statement.ts"

/**
 * Pages of invoices of which only those rows are read that are not at hand: most of what lists show, they have shown
 * before. A list asks for places first. A row's place in its company's order of changes names one version of it, and the
 * transaction that wrote it tells whether it is still that: whatever has changed a row, it is read anew.
 */

/** Rows at hand, some 3 KiB each with what is made of them; those that no list has shown the longest go. */
const defaultMax = 8_192

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

/** A version of a row: its place in the order of changes, and which transaction wrote it. */
interface Version {
  readonly place: string
  readonly writer: string
}

const versionsOf = (gathered: unknown): ReadonlyArray<Version> => {
  if (gathered === null) return []
  const words = text.decode(gathered).split(" ")
  return Array.from({ length: words.length / 2 }, (_, i) => ({ place: words[2 * i] ?? "", writer: words[2 * i + 1] ?? "" }))
}

interface Kept {
  readonly writer: unknown
  readonly invoice: ListedInvoice
}

/**
 * Reads pages for one database, and forgets the rows that it keeps: when a connection is new, the server may be another.
 * Not within transactions: rows that they have not committed have a writer all the same.
 */
export const keepingInvoices = (keptMax: number = defaultMax) => {
  const kept = new Map<string, Kept>()
  /** How many rows of each company are at hand: of none its places are not asked for first. */
  const companies = new Map<OrganizationId, number>()

  const keep = (record: PgRecord): ListedInvoice => {
    const invoice = decode(record)
    const name = nameOf(invoice.organizationId, invoice.modifiedSequence)
    if (!kept.has(name)) count(invoice, 1)
    kept.set(name, { writer: record["writer"], invoice })
    return invoice
  }

  const count = ({ organizationId }: ListedInvoice, change: 1 | -1): void => {
    const held = (companies.get(organizationId) ?? 0) + change
    if (held === 0) companies.delete(organizationId)
    else companies.set(organizationId, held)
  }

  /** The row, if it is at hand; it is then the one that was shown last. */
  const shownAgain = (organizationId: OrganizationId, { place, writer }: Version): ListedInvoice | undefined => {
    const name = nameOf(organizationId, place)
    const found = kept.get(name)
    if (found === undefined || found.writer !== writer) return undefined
    kept.delete(name)
    kept.set(name, found)
    return found.invoice
  }

  const dropOldest = (): void => {
    for (const [name, { invoice }] of kept) {
      if (kept.size <= keptMax) return
      kept.delete(name)
      count(invoice, -1)
    }
  }

  const whole = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
    const { rows } = await queries.query(pageStatement("invoice", query, rowsAndWriters))
    return { rows: rows.filter(isRow).map(keep), total: totalOf(rows) }
  }

  const byPlaces = async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice> | undefined> => {
    const { organizationId } = query
    const { rows: records } = await queries.query(pageStatement("invoice", query, places))
    const listed = versionsOf(records[0]?.["gathered"])
    const found = listed.map((version) => shownAgain(organizationId, version))
    const missing = listed.filter((_, i) => found[i] === undefined)
    if (missing.length > 0) (await queries.query(load(organizationId, missing))).rows.forEach(keep)
    const rows = listed.flatMap((version, i) => found[i] ?? shownAgain(organizationId, version) ?? [])
    // One that has changed meanwhile may no longer belong here.
    return rows.length === listed.length ? { rows, total: totalOf(records) } : undefined
  }

  return {
    page: async (queries: Queries, query: PageQuery<"invoice">): Promise<Page<ListedInvoice>> => {
      const hasRows = companies.has(query.organizationId)
      const page = (hasRows ? await byPlaces(queries, query) : undefined) ?? await whole(queries, query)
      dropOldest()
      return page
    },
    forget: (): void => {
      kept.clear()
      companies.clear()
    },
  }
}

const nameOf = (organizationId: OrganizationId, place: unknown): string => `${organizationId}/${place}`

/** An empty page has a record all the same, for its total. */
const isRow = (record: PgRecord): boolean => record["walked_place"] !== null

const load = (organizationId: OrganizationId, versions: ReadonlyArray<Version>): Statement => ({
  name: "listed invoices",
  text: `SELECT t.* FROM unnest($2::bigint[]) AS k(place) CROSS JOIN LATERAL (SELECT ${selected}, ${writer}`
    + ` FROM ${name} AS t WHERE t.organization_id = $1 AND t.modified_sequence = k.place LIMIT 1) AS t`,
  values: [organizationId, versions.map(({ place }) => place)],
})
