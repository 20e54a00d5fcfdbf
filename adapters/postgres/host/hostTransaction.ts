import { Effect, Layer } from "effect"
import { type WriterTraits, writerTraits } from "../../../core/commit/batch.ts"
import { commitAlone } from "../../../core/commit/commitAlone.ts"
import { Entropy } from "../../../core/ports/Entropy.ts"
import { Storage, type StorageUnavailable, type TransactionFailure } from "../../../core/ports/Storage.ts"
import { lockAndLoad, lockStatement, statementsOf } from "../commits/transaction.ts"
import { answered, onlyUnavailable } from "../connections/failures.ts"
import { PostgresPool } from "../connections/PostgresPool.ts"
import { putJobs } from "../jobs/jobStatements.ts"
import { loadRows } from "../reads/loadRows.ts"
import { snapshotOn } from "../reads/snapshotOn.ts"
import { storedReads } from "../reads/storedReads.ts"
import type { PgRecord, Queries, Statement } from "../Statement.ts"
import { text } from "../tables/columns.ts"
import { refuseOfHost } from "./hostFailures.ts"
import { type HostSession, hostSession } from "./hostSession.ts"
import { giveBackSettings, takeSettings } from "./hostSettings.ts"
import { HostTransactions, type JoinedTransaction } from "./HostTransactions.ts"

/** What joining needs to know of our own database access. */
interface OwnSide {
  /** The schema of our tables, quoted for use in SQL. */
  readonly schema: Effect.Effect<string, StorageUnavailable>
  readonly writer: WriterTraits
}

/** Lets an effect be interrupted again, as far as the host's effect around it may be. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Each use of the host's connection is enclosed in a savepoint. A use that only reads, is refused or fails rolls back to
 * it, which undoes our settings and releases our locks: the host's transaction is as it was. A use that writes puts the
 * host's settings back itself, and its locks stay until the host's transaction ends.
 */
const joined = (session: HostSession, { schema, writer }: OwnSide): JoinedTransaction => {
  // Uses that the host asks for at the same time run one after another: savepoints cannot overlap.
  const oneAtATime = Effect.unsafeMakeSemaphore(1)
  /** Whether the savepoint is set. */
  let inside = false

  /** Runs one use inside of a savepoint; it cannot be interrupted but where it calls `restore`. */
  const enclosed = <A, E, R>(
    use: (schema: string, restore: Restore) => Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | StorageUnavailable, R> =>
    oneAtATime.withPermits(1)(Effect.uninterruptibleMask((restore) =>
      Effect.ensuring(Effect.flatMap(schema, (name) => use(name, restore)), goBack)))

  const enter = async (name: string): Promise<PgRecord> => {
    const [, { rows: [was = {}] }] = await all([
      session.run(savepoint).then(() => (inside = true)),
      session.query(takeSettings(name)),
    ])
    return was
  }

  const released = () => session.run(release).then(() => (inside = false))

  const leave = (name: string, was: PgRecord) => all([session.run(giveBackSettings(name, was)), released()])

  /** Rolls back what has not been released. A failure is ignored: when the connection is lost, everything is rolled back. */
  const goBack = Effect.suspend(() => {
    if (!inside) return Effect.void
    inside = false
    return Effect.ignore(Effect.tryPromise(() => all([session.run(backToSavepoint), session.run(release)])))
  })

  /** A read whose statements all leave at once. */
  const read = <A>(run: (queries: Queries) => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
    conflictsThrown(enclosed((name) =>
      answeredByHost(async () => {
        const [, value] = await all([enter(name), run(session), session.run(backToSavepoint), released()])
        return value
      })
    ))

  const storage = Storage.of({
    ...storedReads({ alone: read, together: read, briefly: read }),
    transact: ({ keys, organizationIds }, body) =>
      enclosed((name) =>
        Effect.gen(function*() {
          const [was, rows] = yield* answeredByHost(() => all([enter(name), lockAndLoad(session, organizationIds, keys)]))
          const { changes, jobs = [], value } = yield* body(rows, (more) => answeredByHost(() => loadRows(session, more)))
          const statements = statementsOf(changes)
          if (jobs.length > 0) statements.push(putJobs(jobs))
          if (statements.length === 0) return value
          yield* answeredByHost(() => all([...statements.map((one) => session.run(one)), leave(name, was)]))
          return value
        })
      ),
    // The company is locked while its registry is read, so that it cannot change between two statements, whatever the
    // isolation level of the host's transaction.
    snapshot: (organizationId, use) =>
      enclosed((name, restore) =>
        Effect.zipRight(
          conflictsThrown(answeredByHost(() => all([enter(name), session.query(lockStatement([organizationId]))]))),
          restore(use(snapshotOn(session, organizationId, (run) =>
            Effect.uninterruptible(conflictsThrown(answeredByHost(run)))))),
        )
      ),
  })

  return {
    storage,
    commit: commitAlone(storage, writer),
    lock: (organizationIds) =>
      enclosed((name) =>
        answeredByHost(async () => {
          const [was] = await all([enter(name), session.query(lockStatement(organizationIds))])
          await leave(name, was)
        })
      ),
  }
}

/** Like `Promise.all`, but waits for every promise also when one has failed: the driver may still be busy with the others. */
const all = <T extends ReadonlyArray<unknown> | []>(promises: T) =>
  Promise.allSettled(promises).then(() => Promise.all(promises))

const statement = (sql: string): Statement => ({ text: sql, values: [] })
const savepoint = statement("SAVEPOINT talonario_inside")
const backToSavepoint = statement("ROLLBACK TO SAVEPOINT talonario_inside")
const release = statement("RELEASE SAVEPOINT talonario_inside")

const answeredByHost = <A>(run: () => Promise<A>): Effect.Effect<A, TransactionFailure> => answered(run, refuseOfHost)

/**
 * Reads know no conflicts, but PostgreSQL may find one there where the host's transaction is SERIALIZABLE. As an outage it
 * would be told wrongly: the host has to begin its transaction anew.
 */
const conflictsThrown = <A, R>(effect: Effect.Effect<A, TransactionFailure, R>): Effect.Effect<A, StorageUnavailable, R> =>
  Effect.catchAll(effect, (failure) => (failure._tag === "StorageUnavailable" ? Effect.fail(failure) : Effect.die(failure)))

const ownSchema = "SELECT quote_ident(n.nspname) AS name"
  + " FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = to_regclass('company_head')"

const make = Effect.gen(function*() {
  const pool = yield* PostgresPool
  const writer = writerTraits((yield* Entropy).bytes)
  let known: string | undefined
  const ask = Effect.map(
    onlyUnavailable(answered(() => pool.query<PgRecord>(ownSchema))),
    ({ rows: [row] }) => (known = text.decode(row?.["name"])),
  )
  const schema = Effect.suspend(() => (known === undefined ? ask : Effect.succeed(known)))
  return HostTransactions.of({ join: (connection) => joined(hostSession(connection), { schema, writer }) })
})

/** Joins the host's transactions; our own connections only tell which schema is ours. */
export const layer: Layer.Layer<HostTransactions, never, PostgresPool | Entropy> = Layer.effect(HostTransactions, make)
