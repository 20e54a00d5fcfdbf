import { Effect, Layer } from "effect"
import { type WriterTraits, writerTraits } from "../../../core/commit/batch.ts"
import { commitAlone } from "../../../core/commit/commitAlone.ts"
import { Entropy } from "../../../core/ports/Entropy.ts"
import { Storage, StorageUnavailable, type TransactionFailure } from "../../../core/ports/Storage.ts"
import { lockAndLoad, lockStatement, statementsOf } from "../commits/transaction.ts"
import { refuse } from "../connections/failures.ts"
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

/** What joining needs to know of our side. */
interface Side {
  /** The schema of our tables, as SQL writes it. */
  readonly schema: Effect.Effect<string, StorageUnavailable>
  readonly writer: WriterTraits
}

/** Lets what waits for others be interrupted. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Each use of the host's connection is enclosed in a savepoint. What only reads, is refused or fails goes back to it:
 * that takes our settings and locks back too, and leaves the host's transaction as it was. What writes gives the
 * settings back itself, and keeps its locks.
 */
const joined = (session: HostSession, { schema, writer }: Side): JoinedTransaction => {
  // What the host asks for at the same time is done in turn.
  const oneAtATime = Effect.unsafeMakeSemaphore(1)
  let inside = false

  /** Nothing interrupts it but where it says so. */
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

  /** Where the connection is lost there is nothing to go back to. */
  const goBack = Effect.suspend(() => {
    if (!inside) return Effect.void
    inside = false
    return Effect.ignore(Effect.tryPromise(() => all([session.run(backToSavepoint), session.run(release)])))
  })

  /** A read whose statements all leave at once. */
  const read = <A>(run: (queries: Queries) => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
    onlyUnavailable(enclosed((name) =>
      answered(async () => {
        const [, value] = await all([enter(name), run(session), session.run(backToSavepoint), released()])
        return value
      })
    ))

  const storage = Storage.of({
    ...storedReads({ alone: read, together: read, briefly: read }),
    transact: ({ keys, organizationIds }, body) =>
      enclosed((name) =>
        Effect.gen(function*() {
          const [was, rows] = yield* answered(() => all([enter(name), lockAndLoad(session, organizationIds, keys)]))
          const { changes, jobs = [], value } = yield* body(rows, (more) => answered(() => loadRows(session, more)))
          const statements = statementsOf(changes)
          if (jobs.length > 0) statements.push(putJobs(jobs))
          if (statements.length === 0) return value
          yield* answered(() => all([...statements.map((one) => session.run(one)), leave(name, was)]))
          return value
        })
      ),
    // Held, a company does not change while its registry is read: the host's transaction need not see one moment.
    snapshot: (organizationId, use) =>
      enclosed((name, restore) =>
        Effect.zipRight(
          onlyUnavailable(answered(() => all([enter(name), session.query(lockStatement([organizationId]))]))),
          restore(use(snapshotOn(session, organizationId, (run) =>
            Effect.uninterruptible(onlyUnavailable(answered(run)))))),
        )
      ),
  })

  return {
    storage,
    commit: commitAlone(storage, writer),
    lock: (organizationIds) =>
      enclosed((name) =>
        answered(async () => {
          const [was] = await all([enter(name), session.query(lockStatement(organizationIds))])
          await leave(name, was)
        })
      ),
  }
}

/** Each of them has ended then, also where one has failed: drivers that do not wait go on with the others. */
const all = <T extends ReadonlyArray<unknown> | []>(promises: T) =>
  Promise.allSettled(promises).then(() => Promise.all(promises))

const statement = (sql: string): Statement => ({ text: sql, values: [] })
const savepoint = statement("SAVEPOINT talonario_inside")
const backToSavepoint = statement("ROLLBACK TO SAVEPOINT talonario_inside")
const release = statement("RELEASE SAVEPOINT talonario_inside")

const answered = <A>(run: () => Promise<A>): Effect.Effect<A, TransactionFailure> =>
  Effect.catchAll(Effect.tryPromise({ try: run, catch: (error) => error }), refuseOfHost)

const onlyUnavailable = <A, R>(
  effect: Effect.Effect<A, TransactionFailure, R>,
): Effect.Effect<A, StorageUnavailable, R> =>
  Effect.mapError(effect, (failure) => (failure._tag === "StorageUnavailable" ? failure : new StorageUnavailable()))

const ownSchema = "SELECT quote_ident(n.nspname) AS name"
  + " FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = to_regclass('company_head')"

const make = Effect.gen(function*() {
  const pool = yield* PostgresPool
  const writer = writerTraits((yield* Entropy).bytes)
  let known: string | undefined
  const ask = Effect.tryPromise({ try: () => pool.query<PgRecord>(ownSchema), catch: (error) => error }).pipe(
    Effect.catchAll(refuse),
    onlyUnavailable,
    Effect.map(({ rows: [row] }) => (known = text.decode(row?.["name"]))),
  )
  const schema = Effect.suspend(() => (known === undefined ? ask : Effect.succeed(known)))
  return HostTransactions.of({ join: (connection) => joined(hostSession(connection), { schema, writer }) })
})

/** Joins the host's transactions; our own connections only tell which schema is ours. */
export const layer: Layer.Layer<HostTransactions, never, PostgresPool | Entropy> = Layer.effect(HostTransactions, make)
