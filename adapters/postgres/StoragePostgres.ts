import { Context, Effect, Layer, Option } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { type Key, key, type StoredTableName, type Tables } from "../../core/commit/tables.ts"
import { isIdentifier, makeUuid7 } from "../../core/identifiers/uuid7.ts"
import type { OrganizationId } from "../../core/organizations/Organization.ts"
import { Entropy } from "../../core/ports/Entropy.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { type PrunedTable, Storage, StorageUnavailable } from "../../core/ports/Storage.ts"
import { text } from "./columns.ts"
import { refuse } from "./failures.ts"
import { makeJobBells } from "./jobBells.ts"
import { loadRows } from "./loadRows.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"
import { type PageStatement, pageStatement, readPage } from "./pages.ts"
import { PostgresPool } from "./PostgresPool.ts"
import { makeQueue } from "./QueuePostgres.ts"
import type { PgRecord, Statement } from "./Statement.ts"
import { listedTables } from "./listedTables.ts"
import { snapshotOn } from "./snapshotOn.ts"
import { storedTables } from "./storedTables.ts"
import { watchYoungTables } from "./youngTables.ts"
import { registerWriter, transactOn, type Writer } from "./transaction.ts"

const make = Effect.gen(function*() {
  const pool = yield* PostgresPool
  const newId = makeUuid7((yield* Entropy).bytes)
  const noteTransaction = yield* watchYoungTables(pool)
  const nextCommitId = () => newId(instant(0))
  const bells = yield* makeJobBells(pool, nextCommitId())

  /** Writers that are not in the middle of a transaction; there come to be as many as transactions at once. */
  const idle: Array<Writer> = []
  const takeWriter = Effect.suspend(() => {
    const writer = idle.pop()
    if (writer !== undefined) return Effect.succeed(writer)
    const fresh: Writer = { id: nextCommitId(), nextCommitId }
    return Effect.as(registerWriter(pool, fresh.id), fresh)
  })

  const read = <A>(run: () => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
    Effect.tryPromise({ try: run, catch: (error) => error }).pipe(
      Effect.catchAll(refuse),
      Effect.catchTag("StorageConflict", () => new StorageUnavailable()),
    )
  const rowsOf = <Row>(statement: Statement, decode: (record: PgRecord) => Row) =>
    read(async () => (await pool.query<PgRecord>(statement)).rows.map(decode))
  const pageOf = <Row>(statement: PageStatement, decode: (record: PgRecord) => Row) =>
    read(async () => readPage((await pool.query<PgRecord>(statement)).rows, decode))

  const find = <T extends StoredTableName>(table: T, organizationId: OrganizationId, id: string) => {
    const stored = storedTables[table]
    const statement = stored.load([key(table, organizationId, id)])
    if (statement === undefined) return Effect.succeed(Option.none<Tables[T]>())
    return Effect.map(rowsOf(statement, stored.decode), ([row]) => Option.fromNullable(row))
  }

  const { accessKey, organization } = storedTables
  const accessKeysWhere = (name: string, condition: string, value: string) =>
    rowsOf({
      name,
      text: `SELECT ${accessKey.selected} FROM ${accessKey.name} AS t WHERE ${condition} ORDER BY t.creada, t.id`,
      values: [value],
    }, accessKey.decode)

  const { delivery, outboxEvent } = storedTables
  const storage = Storage.of({
    transact: (opening, body) =>
      Effect.acquireUseRelease(
        takeWriter,
        (writer) => transactOn(pool, writer, opening, body, bells.ring),
        (writer) =>
          Effect.sync(() => {
            idle.push(writer)
            noteTransaction()
          }),
      ),
    find,
    findMany: (keys: ReadonlyArray<Key>) =>
      read(async () => {
        const client = await pool.connect()
        try {
          return await loadRows(client, keys)
        } finally {
          client.release()
        }
      }),
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
    outbox: (organizationId, limit) =>
      // By the primary key: identifiers rise with time. To the planner this table is always nearly empty, so that another
      // index of the company's might be chosen to find rows by their keys, at the cost of reading all of them each time.
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
        text: `SELECT ${delivery.selected} FROM ${delivery.name} AS t`
          + " WHERE t.organization_id = $1 AND t.webhook_id = $2 AND t.estado = 'pending'"
          + " ORDER BY t.proximo_intento LIMIT $3",
        values: [organizationId, webhookId, limit],
      }, delivery.decode),
    snapshot: (organizationId, use) =>
      Effect.acquireUseRelease(
        read(async () => {
          const client = await pool.connect()
          try {
            // Statements that look at every invoice of a company may take longer than others.
            await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '10min'")
            return client
          } catch (error) {
            client.release(true)
            throw error
          }
        }),
        (client) => use(snapshotOn(client, organizationId, read)),
        // Nothing was written, so nothing is to be ended but the transaction.
        (client) =>
          Effect.promise(() => client.query("ROLLBACK").then(() => client.release(), () => client.release(true))),
      ),
    expired: (table, before, limit) => {
      const { name } = storedTables[table]
      const ended = endOf[table]
      return rowsOf({
        name: `expired ${name}`,
        text: `SELECT organization_id, id FROM ${name} WHERE ${ended} < $1 ORDER BY ${ended} LIMIT $2`,
        values: [new Date(before).toISOString(), limit],
      }, (row) => key(table, organizationIdColumn.decode(row["organization_id"]), text.decode(row["id"])))
    },
    page: (table, query) => pageOf(pageStatement(table, query), listedTables[table].decode),
    ping: Effect.asVoid(read(() => pool.query("SELECT 1"))),
  })
  return Context.make(Storage, storage).pipe(Context.add(Queue, makeQueue(pool, bells)))
})

/** When rows of a table that is pruned were finished. */
const endOf: Readonly<Record<PrunedTable, string>> = { delivery: "settled", idempotencyRecord: "creado" }

/** Storage and queue in PostgreSQL 14 or later, whose schema is up to date (see migrate.ts). */
export const layer = Layer.scopedContext(make)
