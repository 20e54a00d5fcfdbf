import { Effect, Either, Exit, Schedule } from "effect"
import { nextTick } from "node:process"
import type pg from "pg"
import {
  type Change,
  type ChangeSet,
  type Key,
  type RowSet,
  type StoredTableName,
  tableNames,
  type Tables,
} from "../../../core/commit/tables.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { isIdentifier } from "../../../core/identifiers/uuid7.ts"
import type { Job } from "../../../core/jobs/Job.ts"
import {
  type Load,
  type Opening,
  type Outcome,
  StorageOutcomeUnknown,
  StorageUnavailable,
  type TransactionFailure,
} from "../../../core/ports/Storage.ts"
import { thrownText } from "../../../core/text/thrownText.ts"
import { answered, connectionSurvives, refuseOn } from "../connections/failures.ts"
import { putJobs } from "../jobs/jobStatements.ts"
import { counterStatements } from "../lists/counts/counters.ts"
import { labelStatements } from "../lists/counts/labels.ts"
import { loadRows } from "../reads/loadRows.ts"
import type { PgRecord, Queries, Statement } from "../Statement.ts"
import type { Replacement } from "../tables/StoredTable.ts"
import { storedTables } from "../tables/storedTables.ts"
import { asOneStatement } from "./oneStatement.ts"

/** Who commits. The id of its last commit is stored in its row, where `settle` looks when the answer to a commit was lost. */
export interface Writer {
  readonly id: string
  readonly nextCommitId: () => string
}

type Client = pg.PoolClient

/**
 * A transaction in two round trips: BEGIN with locks and the first loads, then all changes with the COMMIT. `jobsWerePut` is
 * called after a commit that put jobs.
 */
export const transactOn = <A, E>(
  pool: pg.Pool,
  writer: Writer,
  opening: Opening,
  body: (rows: RowSet, load: Load) => Effect.Effect<Outcome<A>, E>,
  jobsWerePut: () => void,
): Effect.Effect<A, E | TransactionFailure> =>
  Effect.suspend(() => {
    const commitId = writer.nextCommitId()
    const refused = refuseOn(pool)
    // No connection is free, so the answer to BEGIN may be long in coming.
    if (pool.idleCount === 0) opening.asked?.()
    const write = (client: Client, { changes, jobs = [], value }: Outcome<A>) =>
      Effect.map(Effect.either(Effect.suspend(() => commit(client, changes, jobs))), (committed) => {
        if (jobs.length > 0 && Either.isRight(committed)) jobsWerePut()
        return { committed, value }
      })
    const attempt = Effect.acquireUseRelease(
      answered(() => pool.connect(), refused),
      (client) =>
        Effect.flatMap(answered(() => begin(client, opening, writer.id, commitId), refused), (rows) => {
          const load: Load = (keys) => answered(() => loadRows(client, keys), refused)
          return Effect.flatMap(body(rows, load), (outcome) => write(client, outcome))
        }),
      (client, exit) => release(client, Exit.isSuccess(exit) && Either.isRight(exit.value.committed)),
    )
    return Effect.flatMap(attempt, ({ committed, value }) => {
      if (Either.isRight(committed)) return Effect.succeed(value)
      const { error, lost } = committed.left
      return lost ? settle(pool, writer.id, commitId, value, error) : refused(error)
    })
  })

/** After a success the connection goes back to the pool; after a failure it is closed, which rolls the transaction back. */
const release = (client: Client, succeeded: boolean): Effect.Effect<void> => Effect.sync(() => client.release(!succeeded))

/**
 * Opens the transaction, locks the companies and loads the first rows. The writer's row is updated right away and so locked,
 * which makes `settle` wait until this transaction is over, however late the server learns that its client is gone. When the
 * row is missing, `settle` could not tell what became of the commit: it fails, and the next attempt takes another writer.
 */
const begin = async (
  client: Client,
  { asked, keys, organizationIds }: Opening,
  writerId: string,
  commitId: string,
): Promise<RowSet> => {
  const answers = Promise.all([
    client.query("BEGIN"),
    client.query(writerStatement(writerId, commitId)),
    lockAndLoad(client, organizationIds, keys),
  ])
  // The statements leave at the end of this turn; what `asked` does comes after that.
  if (asked !== undefined) nextTick(asked)
  const [, { rowCount }, rows] = await answers
  if (rowCount === 0) throw new Error("the database does not know this writer any more, as after a restore")
  return rows
}

const heads = storedTables.head

const lock = {
  name: "lock companies",
  text: `SELECT ${heads.selected} FROM ${heads.name} AS t WHERE t.organization_id = ANY($1::uuid[])`
    + " ORDER BY t.organization_id FOR UPDATE",
}

/** Locks the heads of companies in the order of their ids, so that no two transactions wait for each other in a circle. */
export const lockStatement = (organizationIds: ReadonlyArray<OrganizationId>): Statement =>
  ({ ...lock, values: [organizationIds.filter(isIdentifier)] })

/** What every transaction begins with: locks the companies and loads rows. The statements leave together. */
export const lockAndLoad = async (
  client: Queries,
  organizationIds: ReadonlyArray<OrganizationId>,
  keys: ReadonlyArray<Key>,
): Promise<RowSet> => {
  const [locked, rows] = await Promise.all([
    client.query(lockStatement(organizationIds)),
    loadRows(client, keys.filter(({ table }) => table !== "head")),
  ])
  return { ...rows, head: locked.rows.map(heads.decode) }
}

/** Why a commit is not known to have succeeded: the server refused it, or its answer was lost on the way. */
interface NotCommitted {
  readonly error: unknown
  readonly lost: boolean
}

const commit = (client: Client, changes: ChangeSet, jobs: ReadonlyArray<Job>) => {
  const statements = statementsOf(changes)
  // Jobs come last: from then on their rows are locked, and workers pass over them.
  if (jobs.length > 0) statements.push(putJobs(jobs))
  // Without changes the update of the writer's row is not worth the wait for the disk that a commit takes.
  const end = statements.length > 0 ? "COMMIT" : "ROLLBACK"
  return Effect.tryPromise({
    try: async () => {
      const answers = asOneStatement(statements).map((statement) => client.query(statement))
      // The first rejection is that of the statement that failed; the COMMIT that follows it rolls back.
      await Promise.all([...answers, client.query(end)])
    },
    catch: (error): NotCommitted => ({ error, lost: !connectionSurvives(error) }),
  })
}

/**
 * The statements that write the changes. Tables come in the order of `tableNames`, in which a row stands before those that
 * refer to it. Counters come first, since they look at the rows as they were before.
 */
export const statementsOf = (changes: ChangeSet): Array<Statement> => {
  const statements: Array<Statement> = [...counterStatements(changes)]
  const collect = <T extends StoredTableName>(table: T): void => {
    const made: ReadonlyArray<Change<Tables[T]>> = changes[table]
    if (made.length === 0) return
    const stored = storedTables[table]
    const fresh: Array<Tables[T]> = []
    const replaced: Array<Replacement<Tables[T]>> = []
    const removed: Array<Tables[T]> = []
    for (const { after, before } of made) {
      if (after === undefined) {
        if (before !== undefined) removed.push(before)
      } else if (before === undefined) fresh.push(after)
      else replaced.push({ before, after })
    }
    if (removed.length > 0) statements.push(stored.remove(removed))
    if (fresh.length > 0) statements.push(stored.insert(fresh))
    if (replaced.length === 0) return
    const update = stored.update(replaced)
    if (update !== undefined) statements.push(update)
  }
  for (const table of tableNames) collect(table)
  statements.push(...labelStatements(changes))
  return statements
}

const writerRow = (writerId: string): Statement => ({
  name: "hold writer",
  text: "SELECT commit_id FROM writer WHERE id = $1 FOR UPDATE",
  values: [writerId],
})

const writerStatement = (writerId: string, commitId: string): Statement => ({
  name: "remember commit",
  text: "UPDATE writer SET commit_id = $2, at = now() WHERE id = $1",
  values: [writerId, commitId],
})

/** How often and for how long the database is asked what became of a commit. */
const patience = Schedule.upTo(Schedule.spaced("500 millis"), "15 seconds")

/**
 * Finds out whether a commit whose answer was lost has happened, by the commit id in the writer's row. Reading that row waits
 * until the old transaction, if it still runs, has ended. While the database is away it asks again; when the time is up,
 * the outcome stays unknown.
 */
const settle = <A>(
  pool: pg.Pool,
  writerId: string,
  commitId: string,
  value: A,
  error: unknown,
): Effect.Effect<A, TransactionFailure> =>
  Effect.gen(function*() {
    yield* Effect.logWarning("the answer to a commit was lost; looking whether it happened", { reason: thrownText(error) })
    const { rows: [row] } = yield* answered(() => pool.query<PgRecord>(writerRow(writerId)), refuseOn(pool)).pipe(
      Effect.retry(patience),
      Effect.catchAllCause((cause) =>
        Effect.zipRight(
          Effect.logError("the outcome of a commit stays unknown", cause),
          Effect.fail(new StorageOutcomeUnknown()),
        )
      ),
    )
    if (row === undefined) return yield* new StorageOutcomeUnknown()
    return row["commit_id"] === commitId ? value : yield* new StorageUnavailable()
  })
