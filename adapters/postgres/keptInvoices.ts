import type { OrganizationId } from "../../core/organizations/Organization.ts"
import type { ListedInvoice } from "../../core/invoices/Invoice.ts"
import type { Page, PageQuery } from "../../core/ports/Storage.ts"
import { charactersIn } from "./charactersIn.ts"
import { text } from "./columns.ts"
import { listedTables } from "./listedTables.ts"
import { pageStatement, type Shown, totalOf } from "./pages.ts"
import type { PgRecord, Queries, Statement } from "./Statement.ts"

/**
 * Pages of invoices of which only those rows are read that are not at hand: most of what lists show, they have shown
 * before. A list asks for places first. A row's place in its company's order of changes names one version of it, and the
 * transaction that wrote it tells whether it is still that: whatever has changed a row, it is read anew.
 */

/**
 * Rows at hand, some 3 KiB each with what is made of them, and characters of all of them, of which most have some hundreds
 * each; of more those go that no list has shown for a while.
 */
const defaultBounds = { rows: 8_192, characters: 16_000_000 }

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
  readonly writer: unknown
}

const versionsOf = (gathered: unknown): ReadonlyArray<Version> => {
  if (gathered === null) return []
  const words = text.decode(gathered).split(" ")
  const versions: Array<Version> = []
  for (let i = 0; i < words.length; i += 2) versions.push({ place: words[i] ?? "", writer: words[i + 1] })
  return versions
}

interface Kept extends Version {
  readonly invoice: ListedInvoice
  readonly characters: number
  /** Whether a list has shown it since it was looked at to be dropped. */
  shown: boolean
}

/**
 * Reads pages for one database, and forgets the rows that it keeps: when a connection is new, the server may be another.
 * Not within transactions: rows that they have not committed have a writer all the same.
 */
export const keepingInvoices = (most = defaultBounds) => {
  /** By company, which has a map only while a row is at hand (without any its places are not asked for first), and place. */
  const companies = new Map<OrganizationId, Map<string, Kept>>()
  /** All, in the order in which they are looked at to be dropped. */
  const kept = new Set<Kept>()
  let characters = 0

  const forgetOne = (one: Kept): void => {
    if (kept.delete(one)) characters -= one.characters
  }

  const keep = (record: PgRecord): ListedInvoice => {
    const invoice = decode(record)
    const { modifiedSequence, organizationId } = invoice
    const rows = companies.get(organizationId) ?? new Map<string, Kept>()
    companies.set(organizationId, rows)
    const place = String(modifiedSequence)
    const earlier = rows.get(place)
    if (earlier !== undefined) forgetOne(earlier)
    const one = { place, writer: record["writer"], invoice, characters: charactersIn(invoice), shown: false }
    rows.set(place, one)
    kept.add(one)
    characters += one.characters
    return invoice
  }

  /** The row, if it is at hand. */
  const atHand = (organizationId: OrganizationId, { place, writer }: Version): ListedInvoice | undefined => {
    const found = companies.get(organizationId)?.get(place)
    if (found === undefined || found.writer !== writer) return undefined
    found.shown = true
    return found.invoice
  }

  const drop = (one: Kept): void => {
    const { invoice: { organizationId }, place } = one
    forgetOne(one)
    const rows = companies.get(organizationId)
    rows?.delete(place)
    if (rows?.size === 0) companies.delete(organizationId)
  }

  /** What has been shown meanwhile is looked at once more later. */
  const dropSome = (): void => {
    for (const one of kept) {
      if (kept.size <= most.rows && characters <= most.characters) return
      if (!one.shown) drop(one)
      else {
        one.shown = false
        kept.delete(one)
        kept.add(one)
      }
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
    const found = listed.map((version) => atHand(organizationId, version))
    const missing = listed.filter((_, i) => found[i] === undefined)
    if (missing.length > 0) (await queries.query(load(organizationId, missing))).rows.forEach(keep)
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
      const hasRows = companies.has(query.organizationId)
      const page = (hasRows ? await byPlaces(queries, query) : undefined) ?? await whole(queries, query)
      dropSome()
      return page
    },
    forget: (): void => {
      kept.clear()
      companies.clear()
      characters = 0
    },
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
