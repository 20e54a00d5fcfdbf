import { Clock, Effect } from "effect"
import type pg from "pg"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { jobKinds } from "../../core/jobs/Job.ts"
import { Queue, type LeasedJob } from "../../core/ports/Queue.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { integer, nullable, oneOf, text, timestamp, uuid } from "./columns.ts"
import { refuse } from "./failures.ts"
import { layoutOf } from "./fields.ts"
import type { JobBells } from "./jobBells.ts"
import {
  extendLeases,
  jobDepth,
  putBackJob,
  putJobs,
  releaseJob,
  removeJob,
  takeJobs,
} from "./jobStatements.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"
import type { PgRecord, Statement } from "./Statement.ts"
import { snakeCase } from "./StoredTable.ts"

const leasedJob = layoutOf<LeasedJob>({
  kind: oneOf(...jobKinds),
  organizationId: organizationIdColumn,
  id: uuid,
  due: timestamp,
  lease: uuid,
}, snakeCase)

const depthRow = layoutOf<{ readonly due: number; readonly oldest: Instant | null }>(
  { due: integer, oldest: nullable(timestamp) },
  snakeCase,
)

/**
 * The queue of a database: rows of the table `job`. Leases run by the clocks of the workers, which must agree within a
 * few seconds.
 */
export const makeQueue = (pool: pg.Pool, bells: JobBells) => {
  const run = (statement: Statement): Effect.Effect<pg.QueryResult<PgRecord>, StorageUnavailable> =>
    Effect.tryPromise({ try: () => pool.query<PgRecord>(statement), catch: (error) => error }).pipe(
      Effect.catchAll(refuse),
      Effect.catchTag("StorageConflict", () => new StorageUnavailable()),
    )
  const now = Effect.map(Clock.currentTimeMillis, instant)
  const after = (at: Instant, millis: number): Instant => instant(at + millis)
  return Queue.of({
    put: (jobs) => Effect.zipRight(run(putJobs(jobs)), Effect.sync(bells.ring)),
    take: (kind, limit, leaseMillis) =>
      Effect.gen(function*() {
        const at = yield* now
        const { rows } = yield* run(takeJobs(kind, limit, at, after(at, leaseMillis)))
        return rows.map(leasedJob.decode).sort((a, b) => a.due - b.due)
      }),
    extend: (leases, leaseMillis) =>
      Effect.gen(function*() {
        const { rows } = yield* run(extendLeases(leases, after(yield* now, leaseMillis)))
        return new Set(rows.map((row) => text.decode(row["lease"])))
      }),
    done: (job) =>
      Effect.flatMap(run(removeJob(job)), ({ rowCount }) => rowCount === 0 ? run(releaseJob(job)) : Effect.void).pipe(
        Effect.asVoid,
      ),
    putBack: (job, due) => Effect.asVoid(run(putBackJob(job, due))),
    bell: bells.hang,
    depth: (kind) =>
      Effect.gen(function*() {
        const { rows: [row] } = yield* run(jobDepth(kind, yield* now))
        const { due, oldest } = row === undefined ? { due: 0, oldest: null } : depthRow.decode(row)
        return { due, oldestDue: oldest }
      }),
  })
}
