import { Clock, Context, Effect, Either, Layer, Option } from "effect"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { emptyRowMaps, type RowMap, type RowMaps } from "../../core/commit/rowMaps.ts"
import {
  type Change,
  type ChangeSet,
  type Key,
  key,
  type RowSet,
  type StoredKey,
  type StoredTableName,
  type TableName,
  tableNames,
  type Tables,
} from "../../core/commit/tables.ts"
import type { ContactUse } from "../../core/contacts/ContactUse.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { invoicesCorrectedBy, type InvoiceCorrections } from "../../core/invoices/InvoiceCorrections.ts"
import type { RectificationMethod } from "../../core/invoices/Rectification.ts"
import { Bells } from "../../core/jobs/Bells.ts"
import { placeIn } from "../../core/pagination/listPlaces.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { Queue } from "../../core/ports/Queue.ts"
import {
  type ListedRows,
  type ListedTable,
  type Load,
  type Page,
  type PageQuery,
  type PrunedTable,
  type RegistrySnapshot,
  Storage,
} from "../../core/ports/Storage.ts"
import { holds } from "./conditions.ts"
import { JobList } from "./JobList.ts"

/**
 * Everything in the memory of one process: for tests and for the harness. Rows are immutable, so they are
 * shared, not copied. Transactions run one at a time. Lists and totals are counted afresh, which makes this
 * adapter the measure of those that keep indexes and counters. The queue is part of it, since commits put jobs.
 */
const make = Effect.gen(function*() {
  const world = emptyRowMaps()
  const jobs = new JobList()
  const bells = new Bells()
  const now = Effect.map(Clock.currentTimeMillis, instant)
  const oneAtATime = yield* Effect.makeSemaphore(1)

  const storage = Storage.of({
    transact: ({ asked, keys }, body) => {
      const load: Load = (more) => Effect.sync(() => rowsOf(world, more))
      const transaction = Effect.suspend(() => body(rowsOf(world, keys), load)).pipe(
        Effect.map(({ changes, jobs: put = [], value }) => {
          apply(world, changes)
          jobs.put(put)
          if (put.length > 0) bells.ring()
          return value
        }),
        Effect.uninterruptible,
      )
      return Effect.zipRight(Effect.sync(() => asked?.()), oneAtATime.withPermits(1)(transaction))
    },
    find: (table, organizationId, id) => Effect.sync(() => Option.fromNullable(read(world, table, organizationId, id))),
    findMany: (keys) => Effect.sync(() => rowsOf(world, keys)),
    accessKeyByFingerprint: (fingerprint) =>
      Effect.sync(() => Option.fromNullable(first(world.accessKey, (row) => row.fingerprint === fingerprint))),
    accessKeyById: (id) => Effect.sync(() => Option.fromNullable(first(world.accessKey, (row) => row.id === id))),
    accessKeys: (organizationId) =>
      Effect.sync(() => [...world.accessKey.of(organizationId)]),
    organizations: Effect.sync(() => [...world.organization]),
    companies: Effect.sync(() =>
      [...new Set([...world.organization, ...world.chainHead, ...world.registryRecord].map((row) => row.organizationId))]
        .toSorted()),
    outbox: (organizationId, limit) =>
      Effect.sync(() =>
        [...world.outboxEvent.of(organizationId)].sort((a, b) => a.sequence - b.sequence).slice(0, limit)),
    waiting: (organizationId, webhookId, limit) =>
      Effect.sync(() =>
        [...world.delivery.of(organizationId)]
          .filter((row) => row.webhook_id === webhookId && row.estado === "pending")
          .sort((a, b) => Number(a.proximo_intento) - Number(b.proximo_intento)).slice(0, limit)),
    // Rows are immutable, so the lists of them are all that is copied.
    snapshot: (organizationId, use) => Effect.suspend(() => use(snapshotOf(copyOf(world), organizationId))),
    expired: (table, before, limit) => Effect.sync(() => expired(world, table, before).slice(0, limit)),
    page: (table, query) => Effect.sync(() => page(world, table, query)),
    ping: Effect.void,
  })
  const named = NamedJobs.of({
    take: (names, leaseMillis) => Effect.map(now, (at) => jobs.takeNamed(names, leaseMillis, at)),
    done: (job) => Effect.sync(() => jobs.done(job)),
    putBack: (job, due) => Effect.sync(() => jobs.putBack(job, due)),
    untold: (look) => Effect.map(now, (at) => jobs.untold(look, at)),
    noteTold: (told) => Effect.map(now, (at) => jobs.noteTold(told, at)),
  })
  const queue = Queue.of({
    put: (put) =>
      Effect.sync(() => {
        jobs.put(put)
        bells.ring()
      }),
    take: (kind, limit, leaseMillis, but) => Effect.map(now, (at) => jobs.take(kind, limit, leaseMillis, at, but)),
    extend: (leases, leaseMillis) => Effect.map(now, (at) => jobs.extend(leases, leaseMillis, at)),
    done: (job) => Effect.asVoid(named.done(job)),
    putBack: (job, due) => Effect.asVoid(named.putBack(job, due)),
    bell: bells.hang,
    recall: (kinds, far) => Effect.map(now, (at) => jobs.recall(kinds, far, at)),
    depth: (kind) => Effect.map(now, (at) => jobs.depth(kind, at)),
  })
  return Context.make(Storage, storage).pipe(Context.add(Queue, queue), Context.add(NamedJobs, named))
})

/** Storage and queue in memory; each time the layer is built they begin empty. */
export const layer = Layer.effectContext(make)

const read = <T extends TableName>(world: RowMaps, table: T, organizationId: OrganizationId, id: string) => {
  const rows: RowMap<T> = world[table]
  return rows.get(organizationId, id)
}

/** Whether any invoice or expense names the contact. */
const contactUse = (world: RowMaps, organizationId: OrganizationId, id: string): ContactUse => {
  const used = first(world.invoice.of(organizationId), (row) => row.contacto_id === id) ??
    first(world.expense.of(organizationId), (row) => row.proveedor_id === id)
  return { organizationId, id, used: used !== undefined }
}

/** Which issued documents correct the invoice. */
const invoiceCorrections = (world: RowMaps, organizationId: OrganizationId, id: string): InvoiceCorrections => {
  const corrections = [...world.invoice.of(organizationId)].filter((row) =>
    row.lifecycle === "issued" && invoicesCorrectedBy(row).some(({ factura_id }) => factura_id === id))
  const by = (metodo: RectificationMethod | undefined) => corrections.filter(({ rectifica }) => rectifica?.metodo === metodo)
  return {
    organizationId,
    id,
    diferencias: by("diferencias").map((row) => row.id),
    sustituciones: by("sustitucion").length,
    canjes: by(undefined).length,
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
      if (after !== undefined) rows.set(after)
      else if (before !== undefined) rows.delete(before.organizationId, before.id)
    }
  }
  for (const table of tableNames) applyTo(table)
}

const first = <Row>(rows: Iterable<Row>, matches: (row: Row) => boolean): Row | undefined => {
  for (const row of rows) if (matches(row)) return row
  return undefined
}

const snapshotOf = (then: RowMaps, organizationId: OrganizationId): RegistrySnapshot => ({
  records: (after, limit) =>
    Effect.sync(() => recordsAfter(then, organizationId, after).slice(0, limit).map(Either.right)),
  chainHead: Effect.sync(() => Either.right(read(then, "chainHead", organizationId, organizationId) ?? null)),
  invoices: (ids) =>
    Effect.sync(() =>
      new Map(ids.flatMap((id) => {
        const row = read(then, "invoice", organizationId, id)
        return row === undefined ? [] : [[id, Either.right(row)] as const]
      }))),
  registeredInvoices: Effect.sync(() => registeredInvoices(then, organizationId).length),
  unrecordedInvoice: Effect.sync(() => {
    const found = unrecordedInvoice(then, organizationId)
    return found === undefined ? null : { id: found.id, huella: found.registry?.huella ?? "" }
  }),
  sentThrough: Effect.sync(() => {
    const state = read(then, "submissionState", organizationId, organizationId)
    return state === undefined ? 0 : Math.max(state.sentThrough, state.answeredThrough)
  }),
  organization: Effect.sync(() => Either.right(read(then, "organization", organizationId, organizationId) ?? null)),
})

const copyOf = (world: RowMaps): RowMaps => {
  const copy = emptyRowMaps()
  const copyTable = <T extends StoredTableName>(table: T): void => {
    const rows: RowMap<T> = copy[table]
    const present: RowMap<T> = world[table]
    for (const row of present) rows.set(row)
  }
  for (const table of tableNames) copyTable(table)
  return copy
}

const recordsAfter = (
  world: RowMaps,
  organizationId: OrganizationId,
  after: { readonly orden: number; readonly id: string } | null,
) =>
  [...world.registryRecord.of(organizationId)]
    .filter((row) => after === null || row.orden > after.orden || (row.orden === after.orden && row.id > after.id))
    .sort((a, b) => a.orden - b.orden || (a.id < b.id ? -1 : 1))

const registeredInvoices = (world: RowMaps, organizationId: OrganizationId) =>
  [...world.invoice.of(organizationId)].filter((row) => row.registry !== null)
    .sort((a, b) => a.createdSequence - b.createdSequence)

const unrecordedInvoice = (world: RowMaps, organizationId: OrganizationId) =>
  registeredInvoices(world, organizationId).find(({ id, registry }) =>
    first(world.registryRecord.of(organizationId), (record) =>
      record.factura_id === id && record.tipo === "alta" && record.huella === registry?.huella) === undefined)

const expired = (world: RowMaps, table: PrunedTable, before: Instant): ReadonlyArray<StoredKey> => {
  const ended = table === "idempotencyRecord"
    ? [...world[table]].map((row) => ({ row, at: row.creado }))
    : [...world[table]].map((row) => ({ row, at: row.settled ?? Number.POSITIVE_INFINITY }))
  return ended.filter(({ at }) => at < before).sort((a, b) => a.at - b.at)
    .map(({ row }) => key(table, row.organizationId, row.id))
}

const page = <T extends ListedTable>(
  world: RowMaps,
  table: T,
  { after, conditions, limit, orden, organizationId }: PageQuery<T>,
): Page<ListedRows[T]> => {
  const rows: RowMap<T> = world[table]
  const place = placeIn(table, orden)
  const direction = orden === "antiguo" ? 1 : -1
  const all = [...rows.of(organizationId)].filter((row) => conditions.every((condition) => holds(table, row, condition)))
  const following = all
    .filter((row) => after === null || (place(row) - after) * direction > 0)
    .sort((a, b) => (place(a) - place(b)) * direction)
  return { rows: following.slice(0, limit), total: all.length }
}
