import { Effect, Layer, Option } from "effect"
import type { ChangeSet, Change, Key, RowSet, TableName, Tables } from "../../core/commit/tables.ts"
import { tableNames } from "../../core/commit/tables.ts"
import { emptyRowMaps, type RowMap, type RowMaps } from "../../core/commit/rowMaps.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { statusOf } from "../../core/invoices/status.ts"
import type { OrganizationId } from "../../core/organizations/Organization.ts"
import { type Page, type PageQuery, Storage } from "../../core/ports/Storage.ts"

/**
 * Everything in the memory of one process: for tests and for the harness. Rows are immutable, so they are
 * shared, not copied. Transactions run one at a time. Lists and totals are counted afresh, which makes this
 * adapter the measure of those that keep indexes and counters.
 */
const make = Effect.gen(function*() {
  const world = emptyRowMaps()
  const oneAtATime = yield* Effect.makeSemaphore(1)

  return Storage.of({
    transact: (opening, body) =>
      oneAtATime.withPermits(1)(
        Effect.suspend(() => body(rowsOf(world, opening.keys), (keys) => Effect.sync(() => rowsOf(world, keys)))).pipe(
          Effect.map(({ changes, value }) => {
            apply(world, changes)
            return value
          }),
          Effect.uninterruptible,
        ),
      ),
    find: (table, organizationId, id) => Effect.sync(() => Option.fromNullable(read(world, table, organizationId, id))),
    findMany: (keys) => Effect.sync(() => rowsOf(world, keys)),
    accessKeyByFingerprint: (fingerprint) =>
      Effect.sync(() => Option.fromNullable(first(world.accessKey, (row) => row.fingerprint === fingerprint))),
    accessKeyById: (id) => Effect.sync(() => Option.fromNullable(first(world.accessKey, (row) => row.id === id))),
    accessKeys: (organizationId) =>
      Effect.sync(() => [...world.accessKey.values()].filter((row) => row.organizationId === organizationId)),
    organizations: Effect.sync(() => [...world.organization.values()]),
    pageContacts: (query) => Effect.sync(() => page(world.contact, query, () => true)),
    pageInvoices: (query) => Effect.sync(() => page(world.invoice, query, (invoice) => hasStatus(invoice, query.filters))),
    ping: Effect.void,
  })
})

/** Storage in memory; each time the layer is built it begins empty. */
export const layer = Layer.effect(Storage, make)

const nameOf = (organizationId: string, id: string): string => `${organizationId}/${id}`

const read = <T extends TableName>(world: RowMaps, table: T, organizationId: OrganizationId, id: string) => {
  const rows: RowMap<T> = world[table]
  return rows.get(nameOf(organizationId, id))
}

const rowsOf = (world: RowMaps, keys: ReadonlyArray<Key>): RowSet => {
  const found: { -readonly [T in TableName]?: Array<Tables[T]> } = {}
  const collect = <T extends TableName>(table: T): void => {
    const wanted = keys.filter((key) => key.table === table)
    const rows: Array<Tables[T]> = []
    for (const { id, organizationId } of wanted) {
      const row = read(world, table, organizationId, id)
      if (row !== undefined) rows.push(row)
    }
    const target: { [K in T]?: Array<Tables[K]> } = found
    target[table] = rows
  }
  for (const table of new Set(keys.map((key) => key.table))) collect(table)
  return found
}

const apply = (world: RowMaps, changes: ChangeSet): void => {
  const applyTo = <T extends TableName>(table: T): void => {
    const rows: RowMap<T> = world[table]
    const made: ReadonlyArray<Change<Tables[T]>> = changes[table]
    for (const { after } of made) rows.set(nameOf(after.organizationId, after.id), after)
  }
  for (const table of tableNames) applyTo(table)
}

const first = <Row>(rows: ReadonlyMap<string, Row>, matches: (row: Row) => boolean): Row | undefined => {
  for (const row of rows.values()) if (matches(row)) return row
  return undefined
}

const hasStatus = (invoice: Invoice, filters: PageQuery<{ estado: string | null; today: Invoice["fecha_emision"] }>["filters"]) =>
  filters.estado === null || statusOf(invoice, filters.today) === filters.estado

interface Listed {
  readonly organizationId: OrganizationId
  readonly createdSequence: number
  readonly modifiedSequence: number
}

const page = <Row extends Listed>(
  rows: ReadonlyMap<string, Row>,
  { after, limit, orden, organizationId }: PageQuery<unknown>,
  matches: (row: Row) => boolean,
): Page<Row> => {
  const place = (row: Row): number => (orden === "modificado" ? row.modifiedSequence : row.createdSequence)
  const direction = orden === "antiguo" ? 1 : -1
  const all = [...rows.values()].filter((row) => row.organizationId === organizationId && matches(row))
  const following = all
    .filter((row) => after === null || (place(row) - after) * direction > 0)
    .sort((a, b) => (place(a) - place(b)) * direction)
  return { rows: following.slice(0, limit), total: all.length }
}
