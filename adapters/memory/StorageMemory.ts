import { Effect, Layer, Option } from "effect"
import type { Instant } from "../../core/calendar/instant.ts"
import type { Change, ChangeSet, Key, RowSet, StoredTableName, TableName, Tables } from "../../core/commit/tables.ts"
import { tableNames } from "../../core/commit/tables.ts"
import { emptyRowMaps, type RowMap, type RowMaps } from "../../core/commit/rowMaps.ts"
import type { ContactUse } from "../../core/contacts/ContactUse.ts"
import { correctedBy, type InvoiceCorrections } from "../../core/invoices/InvoiceCorrections.ts"
import type { RectificationMethod } from "../../core/invoices/Rectification.ts"
import type { OrganizationId } from "../../core/organizations/Organization.ts"
import { placeIn } from "../../core/pagination/listPlaces.ts"
import { type DueRows, type DueTable, type ListedRows, type ListedTable, type Page, type PageQuery, Storage } from "../../core/ports/Storage.ts"
import { holds } from "./conditions.ts"

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
    due: (table, now, limit) => Effect.sync(() => due(world, table, now).slice(0, limit)),
    page: (table, query) => Effect.sync(() => page(world, table, query)),
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

/** Whether any invoice or expense names the contact. */
const contactUse = (world: RowMaps, organizationId: OrganizationId, id: string): ContactUse => {
  const isOurs = (row: { readonly organizationId: string }) => row.organizationId === organizationId
  const used = first(world.invoice, (row) => isOurs(row) && row.contacto_id === id) ??
    first(world.expense, (row) => isOurs(row) && row.proveedor_id === id)
  return { organizationId, id, used: used !== undefined }
}

/** How many issued documents correct the invoice. */
const invoiceCorrections = (world: RowMaps, organizationId: OrganizationId, id: string): InvoiceCorrections => {
  const corrections = [...world.invoice.values()].filter((row) =>
    row.organizationId === organizationId && row.lifecycle === "issued" &&
    correctedBy(row).some(({ factura_id }) => factura_id === id))
  const count = (metodo: RectificationMethod | undefined) =>
    corrections.filter(({ rectifica }) => rectifica?.metodo === metodo).length
  return {
    organizationId,
    id,
    diferencias: count("diferencias"),
    sustituciones: count("sustitucion"),
    canjes: count(undefined),
  }
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
  const probes = (table: TableName) => keys.filter((key) => key.table === table)
  return {
    ...found,
    contactUse: probes("contactUse").map(({ id, organizationId }) => contactUse(world, organizationId, id)),
    invoiceCorrections: probes("invoiceCorrections").map(({ id, organizationId }) =>
      invoiceCorrections(world, organizationId, id)),
  }
}

const apply = (world: RowMaps, changes: ChangeSet): void => {
  const applyTo = <T extends StoredTableName>(table: T): void => {
    const rows: RowMap<T> = world[table]
    const made: ReadonlyArray<Change<Tables[T]>> = changes[table]
    for (const { after, before } of made) {
      if (after !== undefined) rows.set(nameOf(after.organizationId, after.id), after)
      else if (before !== undefined) rows.delete(nameOf(before.organizationId, before.id))
    }
  }
  for (const table of tableNames) applyTo(table)
}

const first = <Row>(rows: ReadonlyMap<string, Row>, matches: (row: Row) => boolean): Row | undefined => {
  for (const row of rows.values()) if (matches(row)) return row
  return undefined
}

const due = <T extends DueTable>(world: RowMaps, table: T, now: Instant): ReadonlyArray<DueRows[T]> => {
  const rows: RowMap<T> = world[table]
  const since = ({ estado, proximo_intento }: DueRows[T]): number =>
    estado === "pending" && proximo_intento !== null ? proximo_intento : Number.POSITIVE_INFINITY
  return [...rows.values()].filter((row) => since(row) <= now).sort((a, b) => since(a) - since(b))
}

const page = <T extends ListedTable>(
  world: RowMaps,
  table: T,
  { after, conditions, limit, orden, organizationId }: PageQuery<T>,
): Page<ListedRows[T]> => {
  const rows: RowMap<T> = world[table]
  const place = placeIn(table, orden)
  const direction = orden === "antiguo" ? 1 : -1
  const all = [...rows.values()].filter((row) =>
    row.organizationId === organizationId && conditions.every((condition) => holds(table, row, condition)))
  const following = all
    .filter((row) => after === null || (place(row) - after) * direction > 0)
    .sort((a, b) => (place(a) - place(b)) * direction)
  return { rows: following.slice(0, limit), total: all.length }
}
