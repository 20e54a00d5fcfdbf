import { Context, Effect, Exit, Layer } from "effect"
import type pg from "pg"
import { instant } from "../../core/calendar/instant.ts"
import { makeUuid7 } from "../../core/identifiers/uuid7.ts"
import { Entropy } from "../../core/ports/Entropy.ts"
import { Storage, StorageConflict, type StorageUnavailable } from "../../core/ports/Storage.ts"
import { transactOn } from "./commits/transaction.ts"
import { makeWriters } from "./commits/writers.ts"
import { answered, onlyUnavailable, type refuse, refuseOn } from "./connections/failures.ts"
import { PostgresPool } from "./connections/PostgresPool.ts"
import { ownConnections, sharedConnections } from "./connections/sharedConnections.ts"
import { type Turns, turnsOn } from "./connections/turns.ts"
import { makeJobBells, makeOwnBells } from "./jobs/jobBells.ts"
import { makeQueue } from "./jobs/QueuePostgres.ts"
import { keptInvoices } from "./lists/keptInvoices.ts"
import { keptRows } from "./reads/keptRows.ts"
import { sharedLookups } from "./reads/lookups.ts"
import { snapshotOn } from "./reads/snapshotOn.ts"
import { storedReads } from "./reads/storedReads.ts"
import { watchYoungTables } from "./schema/youngTables.ts"

/** How the storage is used. */
export interface StorageSettings {
  /**
   * Whether workers of other processes are told of new jobs by LISTEN and NOTIFY, for which a connection is kept. It does
   * not work through RDS Proxy or PgBouncer in transaction mode, and is useless where no worker waits, as in Lambda.
   * Without it a worker finds new jobs of other processes within a second.
   */
  readonly notifies: boolean
}

const make = ({ notifies }: StorageSettings) => Effect.gen(function*() {
  const pool = yield* PostgresPool
  const newId = makeUuid7((yield* Entropy).bytes)
  const noteTransaction = yield* watchYoungTables(pool)
  const connectionsMax = pool.options.max ?? 10
  // A pool's only connection cannot be spared for listening.
  const listens = notifies && connectionsMax > 1
  const bells = listens ? yield* makeJobBells(pool, newId(instant(0))) : makeOwnBells()

  const rows = keptRows()
  const invoices = keptInvoices()
  // A new connection may lead to another server, as after a restore, whose transactions have the same numbers again.
  const forget = () => {
    rows.forget()
    invoices.forget()
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => pool.on("connect", forget)),
    () => Effect.sync(() => pool.off("connect", forget)),
  )

  const writers = makeWriters(pool, newId)
  const refused = refuseOn(pool)
  const read = <A>(run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
    onlyUnavailable(answered(run, refused))

  const byKey = ownConnections(turnsOn(pool, connectionsMax))
  // Lists may take long: half of the connections are left to commits and to reads by key. So may snapshots, whose readers may
  // stand still besides.
  const half = Math.ceil(connectionsMax / 2)
  const turns = turnsOn(pool, half)
  const snapshots = turnsOn(pool, half)
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
    ...sharedLookups(byKey, rows.load, refused),
    snapshot: (organizationId, use) =>
      Effect.acquireUseRelease(
        read(() => beginSnapshot(snapshots)),
        (client) => Effect.raceFirst(use(snapshotOn(client, organizationId, read)), Effect.interruptible(lossOf(client, refused))),
        (client) => endSnapshot(snapshots, client),
      ),
  })
  return Context.make(Storage, storage).pipe(Context.merge(makeQueue(pool, bells)))
})

/** Whether the server has said how the transaction ended. */
const isAnswered = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || (exit.cause._tag === "Fail" && exit.cause.error instanceof StorageConflict)

/** A connection inside of a transaction that goes on seeing the database as it is now. */
const beginSnapshot = async ({ giveBack, take }: Turns): Promise<pg.PoolClient> => {
  const client = await take()
  try {
    // Some of its statements look at every invoice of a company, and whoever downloads an export may be slow.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '10min';"
      + " SET LOCAL idle_in_transaction_session_timeout = '10min'")
    return client
  } catch (error) {
    giveBack(client, true)
    throw error
  }
}

/**
 * Fails when the connection is lost. A reader who waits for something else, such as a download that stands still, would not
 * notice, and keep its place in the pool for as long.
 */
const lossOf = (client: pg.PoolClient, refused: typeof refuse): Effect.Effect<never, StorageUnavailable> =>
  Effect.async((resume) => {
    const lost = () => resume(onlyUnavailable(refused(new Error("the connection of a snapshot is lost"))))
    client.once("end", lost)
    return Effect.sync(() => client.off("end", lost))
  })

/** Nothing was written, so a connection that cannot roll back is dropped without a word. */
const endSnapshot = ({ giveBack }: Turns, client: pg.PoolClient): Effect.Effect<void> =>
  Effect.promise(() => client.query("ROLLBACK").then(() => giveBack(client), () => giveBack(client, true)))

/** Storage and queue in PostgreSQL 14 or later, whose schema is up to date (see migrate.ts). */
export const layerWith = (settings: StorageSettings) => Layer.scopedContext(make(settings))

/** Like `layerWith`, with workers of all processes told of new jobs at once. */
export const layer = layerWith({ notifies: true })
