import { Clock, Context, Effect } from "effect"
import type pg from "pg"
import { type Instant, instant } from "../../../core/calendar/instant.ts"
import { type Job, jobKinds, textOfName } from "../../../core/jobs/Job.ts"
import { NamedJobs } from "../../../core/ports/NamedJobs.ts"
import { Queue, type LeasedJob } from "../../../core/ports/Queue.ts"
import type { StorageUnavailable } from "../../../core/ports/Storage.ts"
import { answered, onlyUnavailable, refuseOn } from "../connections/failures.ts"
import type { PgRecord, Statement } from "../Statement.ts"
import { boolean, integer, nullable, oneOf, timestamp, uuid } from "../tables/columns.ts"
import { layoutOf } from "../tables/fields.ts"
import { organizationIdColumn } from "../tables/organizationIdColumn.ts"
import { snakeCase } from "../tables/StoredTable.ts"
import type { JobBells } from "./jobBells.ts"
import { extendLeases, jobDepth, putBackJob, putJobs, recallJobs, releaseJob, removeJob, takeJobs } from "./jobStatements.ts"
import { noteToldJobs, takeNamedJobs, untoldJobs } from "./namedJobStatements.ts"

const jobFields = { kind: oneOf(...jobKinds), organizationId: organizationIdColumn, id: uuid, due: timestamp }
const jobRow = layoutOf<Job>(jobFields, snakeCase)
const leasedJob = layoutOf<LeasedJob>({ ...jobFields, lease: uuid }, snakeCase)

interface ExtendedLease {
  readonly lease: string
  readonly sure: boolean
}
const extendedLease = layoutOf<ExtendedLease>({ lease: uuid, sure: boolean }, snakeCase)
const leasesOf = (extended: ReadonlyArray<ExtendedLease>): ReadonlySet<string> => new Set(extended.map(({ lease }) => lease))

/**
 * How long `extend` waits before it looks again at a lease that has ended while its job was locked. Taking a job is over by
 * then; whoever still has it locked is putting it in a commit.
 */
const takingMillis = 500

const depthRow = layoutOf<{ readonly due: number; readonly oldest: Instant | null }>(
  { due: integer, oldest: nullable(timestamp) },
  snakeCase,
)

/**
 * The queue of a database, and the same jobs by their names: rows of the table `job`. Leases begin and end by the clocks of
 * the workers, which must agree within a few seconds.
 */
export const makeQueue = (pool: pg.Pool, bells: JobBells): Context.Context<Queue | NamedJobs> => {
  const run = (statement: Statement): Effect.Effect<pg.QueryResult<PgRecord>, StorageUnavailable> =>
    onlyUnavailable(answered(() => pool.query<PgRecord>(statement), refuseOn(pool)))
  const now = Effect.map(Clock.currentTimeMillis, instant)
  const after = (at: Instant, millis: number): Instant => instant(at + millis)
  /** Answers when the released job is due; null when it was not in our hands any more. */
  const release = (statement: Statement): Effect.Effect<Instant | null, StorageUnavailable> =>
    Effect.map(run(statement), ({ rows: [row] }) => (row === undefined ? null : timestamp.decode(row["due"])))

  const named = NamedJobs.of({
    take: Effect.fnUntraced(function*(names, leaseMillis) {
      const at = yield* now
      const { rows } = yield* run(takeNamedJobs(names, at, after(at, leaseMillis)))
      const taken = rows.filter((row) => row["lease"] !== null).map(leasedJob.decode)
      const isTaken = new Set(taken.map(textOfName))
      const free = rows.filter((row) => row["lease"] === null).map(jobRow.decode)
      return { taken, free: free.filter((job) => !isTaken.has(textOfName(job))) }
    }),
    done: (job) =>
      Effect.flatMap(run(removeJob(job)), ({ rowCount }) =>
        rowCount === 0 ? release(releaseJob(job)) : Effect.succeed(null)),
    putBack: (job, due) => release(putBackJob(job, due)),
    untold: Effect.fnUntraced(function*(look) {
      const { rows } = yield* run(untoldJobs(look, yield* now))
      return rows.map(jobRow.decode)
    }),
    noteTold: (jobs) => Effect.flatMap(now, (at) => Effect.asVoid(run(noteToldJobs(jobs, at)))),
  })

  const extend = Effect.fnUntraced(function*(leases: Iterable<string>, leaseMillis: number) {
    const at = yield* now
    const { rows } = yield* run(extendLeases([...leases], at, after(at, leaseMillis)))
    return rows.map(extendedLease.decode)
  })

  const queue = Queue.of({
    put: (jobs) => Effect.zipRight(run(putJobs(jobs)), Effect.sync(bells.ring)),
    take: Effect.fnUntraced(function*(kind, limit, leaseMillis, but = []) {
      const at = yield* now
      const { rows } = yield* run(takeJobs(kind, limit, at, after(at, leaseMillis), but))
      return rows.map(leasedJob.decode).sort((a, b) => a.due - b.due)
    }),
    extend: Effect.fnUntraced(function*(leases, leaseMillis) {
      const extended = yield* extend(leases, leaseMillis)
      const unsure = extended.filter(({ sure }) => !sure)
      if (unsure.length === 0) return leasesOf(extended)
      yield* Effect.sleep(takingMillis)
      const still = yield* extend(leasesOf(unsure), leaseMillis)
      return leasesOf([...extended.filter(({ sure }) => sure), ...still])
    }),
    done: (job) => Effect.asVoid(named.done(job)),
    putBack: (job, due) => Effect.asVoid(named.putBack(job, due)),
    bell: bells.hang,
    recall: (kinds, far) => Effect.flatMap(now, (at) => Effect.asVoid(run(recallJobs(kinds, at, far)))),
    depth: Effect.fnUntraced(function*(kind) {
      const { rows: [row] } = yield* run(jobDepth(kind, yield* now))
      const { due, oldest } = row === undefined ? { due: 0, oldest: null } : depthRow.decode(row)
      return { due, oldestDue: oldest }
    }),
  })

  return Context.make(Queue, queue).pipe(Context.add(NamedJobs, named))
}
