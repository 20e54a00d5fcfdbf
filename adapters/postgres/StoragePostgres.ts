import { Context, Effect, Exit, Layer } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { makeUuid7 } from "../../core/identifiers/uuid7.ts"
import { Entropy } from "../../core/ports/Entropy.ts"
import { Storage, StorageConflict, StorageUnavailable } from "../../core/ports/Storage.ts"
import { transactOn } from "./commits/transaction.ts"
import { makeWriters } from "./commits/writers.ts"
import { refuse } from "./connections/failures.ts"
import { PostgresPool } from "./connections/PostgresPool.ts"
import { ownConnections, sharedConnections } from "./connections/sharedConnections.ts"
import { turnsOn } from "./connections/turns.ts"
import { makeJobBells, makeOwnBells } from "./jobs/jobBells.ts"
import { makeQueue } from "./jobs/QueuePostgres.ts"
import { keepingInvoices } from "./lists/keptInvoices.ts"
import { keepingRows } from "./reads/keptRows.ts"
import { sharedLookups } from "./reads/lookups.ts"
import { snapshotOn } from "./reads/snapshotOn.ts"
import { storedReads } from "./reads/storedReads.ts"
import { watchYoungTables } from "./schema/youngTables.ts"

/** How the storage is used. */
export interface StorageSettings {
  /**
   * Whether workers of other processes are told of new jobs by LISTEN and NOTIFY, for which a connection is kept. Not
   * through RDS Proxy, or PgBouncer in transaction mode, nor where no worker waits, as in Lambda: a worker then finds
   * new jobs of other processes within a second.
   */
  readonly notifies: boolean
}

const make = ({ notifies }: StorageSettings) => Effect.gen(function*() {
  const pool = yield* PostgresPool
  const newId = makeUuid7((yield* Entropy).bytes)
  const noteTransaction = yield* watchYoungTables(pool)
  const connectionsMax = pool.options.max ?? 10
  // The only connection is not to be kept for listening.
  const listens = notifies && connectionsMax > 1
  const bells = listens ? yield* makeJobBells(pool, newId(instant(0))) : makeOwnBells()

  const rows = keepingRows()
  const invoices = keepingInvoices()
  const forget = () => {
    rows.forget()
    invoices.forget()
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => pool.on("connect", forget)),
    () => Effect.sync(() => pool.off("connect", forget)),
  )

  const writers = makeWriters(pool, newId)

  const read = <A>(run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
    Effect.tryPromise({ try: run, catch: (error) => error }).pipe(
      Effect.catchAll(refuse),
      Effect.catchTag("StorageConflict", () => new StorageUnavailable()),
    )
  const byKey = ownConnections(turnsOn(pool, connectionsMax))
  const turns = turnsOn(pool, Math.ceil(connectionsMax / 2))
  const own = ownConnections(turns)
  const shared = sharedConnections(turns)

  const storage = Storage.of({
    transact: (opening, body) =>
      Effect.acquireUseRelease(
        writers.take(opening.asked),
        (writer) => transactOn(pool, writer, opening, body, bells.ring),
        (writer, exit) =>
          Effect.sync(() => {
            if (isAnswered(exit)) writers.giveBack(writer)
            noteTransaction()
          }),
      ),
    ...storedReads({
      alone: (run) => read(() => run(pool)),
      together: (run) => read((signal) => own(run, signal)),
      briefly: (run) => read(() => shared(run)),
      pages: { invoice: invoices.page },
    }),
    ...sharedLookups(byKey, rows.load),
    snapshot: (organizationId, use) =>
      Effect.acquireUseRelease(
        read(async () => {
          const client = await pool.connect()
          try {
            // Statements that look at every invoice of a company may take longer than others, and so may who takes an export.
            await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '10min';"
              + " SET LOCAL idle_in_transaction_session_timeout = '10min'")
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
  })
  return Context.make(Storage, storage).pipe(Context.merge(makeQueue(pool, bells)))
})

/** Whether the server has told how the transaction ended. */
const isAnswered = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || (exit.cause._tag === "Fail" && exit.cause.error instanceof StorageConflict)

/** Storage and queue in PostgreSQL 14 or later, whose schema is up to date (see migrate.ts). */
export const layerWith = (settings: StorageSettings) => Layer.scopedContext(make(settings))

/** The same, with workers of all processes told of new jobs at once. */
export const layer = layerWith({ notifies: true })
