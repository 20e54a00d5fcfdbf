import { Effect, Option } from "effect"
import { isoInstant } from "../../../core/calendar/instant.ts"
import { key, type StoredTableName, type Tables } from "../../../core/commit/tables.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { isIdentifier } from "../../../core/identifiers/uuid7.ts"
import type { ListedRows, ListedTable, Page, PageQuery, PrunedTable, Storage, StorageUnavailable } from "../../../core/ports/Storage.ts"
import { listedRows } from "../lists/listedRows.ts"
import { pageStatement, readPage } from "../lists/pages.ts"
import type { PgRecord, Queries, Statement } from "../Statement.ts"
import { type Column, text, uuid } from "../tables/columns.ts"
import { organizationIdColumn } from "../tables/organizationIdColumn.ts"
import { storedTables } from "../tables/storedTables.ts"
import { loadRows } from "./loadRows.ts"

/** Runs a read; it fails as the port does. */
type Read = <A>(run: (queries: Queries) => Promise<A>) => Effect.Effect<A, StorageUnavailable>

/** Reads a page of a list on one connection. */
type PageReader<T extends ListedTable> = (queries: Queries, query: PageQuery<T>) => Promise<Page<ListedRows[T]>>

/** How reads are run. */
export interface Reading {
  /** A single statement, on whichever connection. */
  readonly alone: Read
  /** Statements that need one connection for all of them, or may take long. */
  readonly together: Read
  /** Short statements, which may share a connection with those of others. */
  readonly briefly: Read
  /** Lists whose pages are read in a way of their own. */
  readonly pages?: { readonly [T in ListedTable]?: PageReader<T> }
}

/** The storage's reads outside of transactions and snapshots. */
export const storedReads = ({ alone, briefly, pages = {}, together }: Reading): Omit<Storage["Type"], "transact" | "snapshot"> => {
  const rowsOf = <Row>(statement: Statement, decode: (record: PgRecord) => Row) =>
    alone(async (queries) => (await queries.query(statement)).rows.map(decode))
  const readerOf = <T extends ListedTable>(table: T): PageReader<T> => async (queries, query) =>
    readPage((await queries.query(pageStatement(table, query))).rows, listedRows[table])

  const page = <T extends ListedTable>(table: T, query: PageQuery<T>) => {
    const readers: { readonly [K in T]?: PageReader<K> } = pages
    const reader = readers[table] ?? readerOf(table)
    // A page without conditions is only a short walk along an index.
    return (query.conditions.length === 0 ? briefly : together)((queries) => reader(queries, query))
  }

  const find = <T extends StoredTableName>(table: T, organizationId: OrganizationId, id: string) => {
    const stored = storedTables[table]
    const statement = stored.load([key(table, organizationId, id)])
    if (statement === undefined) return Effect.succeed(Option.none<Tables[T]>())
    return Effect.map(rowsOf(statement, stored.decode), ([row]) => Option.fromNullable(row))
  }

  const { accessKey, delivery, organization, outboxEvent } = storedTables
  const accessKeysWhere = (name: string, condition: string, value: string) =>
    rowsOf({
      name,
      text: `SELECT ${accessKey.selected} FROM ${accessKey.name} AS t WHERE ${condition} ORDER BY t.creada, t.id`,
      values: [value],
    }, accessKey.decode)

  return {
    find,
    findMany: (keys) => together((queries) => loadRows(queries, keys)),
    accessKeyByFingerprint: (fingerprint) =>
      Effect.map(accessKeysWhere("access key by fingerprint", "t.fingerprint = $1", fingerprint), ([row]) =>
        Option.fromNullable(row)),
    accessKeyById: (id) =>
      isIdentifier(id)
        ? Effect.map(accessKeysWhere("access key by id", "t.id = $1", id), ([row]) => Option.fromNullable(row))
        : Effect.succeedNone,
    accessKeys: (organizationId) =>
      isIdentifier(organizationId)
        ? accessKeysWhere("access keys of organization", "t.organization_id = $1", organizationId)
        : Effect.succeed([]),
    organizations: rowsOf({
      name: "organizations",
      text: `SELECT ${organization.selected} FROM ${organization.name} AS t ORDER BY t.creada, t.id`,
      values: [],
    }, organization.decode),
    companies: rowsOf({ name: "companies", text: companiesText, values: [] }, (row) => organizationIdColumn.decode(row["id"])),
    outbox: (organizationId, limit) =>
      // Ordered by id, which rises with time, and then sorted by sequence: so the primary key is the only index that this
      // table needs. The planner always takes the table for nearly empty, and might find rows by their keys in an index by
      // sequence, which would read all of the company's rows each time.
      Effect.map(
        rowsOf({
          name: "outbox",
          text: `SELECT ${outboxEvent.selected} FROM ${outboxEvent.name} AS t WHERE t.organization_id = $1`
            + " ORDER BY t.id LIMIT $2",
          values: [organizationId, limit],
        }, outboxEvent.decode),
        (events) => events.toSorted((a, b) => a.sequence - b.sequence),
      ),
    waiting: (organizationId, webhookId, limit) =>
      rowsOf({
        name: "waiting deliveries",
        // The length of a text is known without reading it.
        text: `SELECT ${delivery.selected} FROM (
  SELECT t.*, sum(octet_length(t.cuerpo)) OVER (ORDER BY t.proximo_intento ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
  FROM (
    SELECT * FROM ${delivery.name} AS t WHERE t.organization_id = $1 AND t.webhook_id = $2 AND t.estado = 'pending'
    ORDER BY t.proximo_intento LIMIT $3
  ) AS t
) AS t WHERE t.before IS NULL OR t.before < $4 ORDER BY t.proximo_intento`,
        values: [organizationId, webhookId, limit, waitingBytes],
      }, delivery.decode),
    expired: (table, before, limit) => {
      const { name } = storedTables[table]
      const { ended, id } = pruned[table]
      return rowsOf({
        name: `expired ${name}`,
        text: `SELECT organization_id, id FROM ${name} WHERE ${ended} < $1 ORDER BY ${ended} LIMIT $2`,
        values: [isoInstant(before), limit],
      }, (row) => key(table, organizationIdColumn.decode(row["organization_id"]), id.decode(row["id"])))
    },
    page,
    ping: Effect.asVoid(rowsOf({ name: "ping", text: "SELECT 1", values: [] }, () => undefined)),
  }
}

/** How many bytes the bodies of waiting deliveries that are read at once may have, but for the last one. */
const waitingBytes = 1_048_576

/** Of a table that is pruned: the column that tells since when a row need not be kept, and the type of its ids. */
const pruned: Readonly<Record<PrunedTable, { readonly ended: string; readonly id: Column<string> }>> = {
  delivery: { ended: "settled", id: uuid },
  outgoingMail: { ended: "settled", id: uuid },
  idempotencyRecord: { ended: "creado", id: text },
}

/**
 * Every company of which there is a row or a record. Records may be millions: `registered` jumps in their index from each
 * company to the next, instead of reading all.
 */
const companiesText = `WITH RECURSIVE registered AS (
  (SELECT organization_id AS id FROM registry_record ORDER BY organization_id LIMIT 1)
  UNION ALL
  SELECT (
    SELECT r.organization_id FROM registry_record AS r WHERE r.organization_id > c.id
    ORDER BY r.organization_id LIMIT 1
  ) FROM registered AS c WHERE c.id IS NOT NULL
)
SELECT id FROM organization
UNION SELECT id FROM chain_head
UNION SELECT id FROM registered WHERE id IS NOT NULL
ORDER BY id`
