import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { takeJobs } from "../../adapters/postgres/jobs/jobStatements.ts"
import { instant } from "../../core/calendar/instant.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { fanOutJob, registryJob, webhookJob } from "../../core/jobs/Job.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const now = Effect.map(Clock.currentTimeMillis, instant)

/** Somebody else's transaction, rolled back at the end of the scope unless it has ended. */
const othersTransaction = Effect.flatMap(PostgresPool, (pool) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = await pool.connect()
      await client.query("BEGIN")
      return client
    }),
    (client) => Effect.sync(() => client.release(true)),
  ))

/** A transaction that puts this company's job again. */
const puttingAgain = (company: string) =>
  Effect.tap(othersTransaction, (client) =>
    Effect.promise(() =>
      client.query("UPDATE job SET put_again = true WHERE kind = 'registry' AND organization_id = $1", [company])))

describe("a company that commits all the time", () => {
  it.live("has its jobs taken soon all the same, without deadlocks", () =>
    Effect.gen(function*() {
      const { transact } = yield* Storage
      const { done, extend, putBack, take } = yield* Queue
      const pool = yield* PostgresPool
      const company = sampleOrganizationId()
      const webhooks = Array.from({ length: 20 }, sampleId)
      const end = Date.now() + 4_000
      const whileTime = <E>(effect: Effect.Effect<unknown, E>) => Effect.repeat(effect, { while: () => Date.now() < end })

      const commit = Effect.gen(function*() {
        const at = yield* now
        const rows = new Snapshot()
        rows.putJob(fanOutJob(company, at))
        // In a different order each time.
        for (const id of webhooks.toSorted(() => Math.random() - 0.5)) rows.putJob(webhookJob(company, id, at))
        yield* transact({ organizationIds: [company], keys: [] }, () =>
          Effect.succeed({ changes: rows.changes(), jobs: rows.jobsPut(), value: undefined }))
      })
      let taken = 0
      const lateness: Array<number> = []
      const handle = Effect.gen(function*() {
        for (const kind of ["fanOut", "webhook"] as const) {
          const jobs = yield* take(kind, 8, 30_000)
          const at = yield* now
          taken += jobs.length
          lateness.push(...jobs.map(({ due }) => at - due))
          assert.strictEqual((yield* extend(jobs.map(({ lease }) => lease), 30_000)).size, jobs.length, "none is lost")
          yield* Effect.forEach(jobs, (job, n) => n % 2 === 0 ? done(job) : putBack(job, at), { concurrency: "unbounded" })
        }
      })
      yield* Effect.all([whileTime(commit), whileTime(commit), whileTime(handle), whileTime(handle), whileTime(handle)], {
        concurrency: "unbounded",
      })
      const { rows: [row] } = yield* Effect.promise(() =>
        pool.query<{ deadlocks: number }>("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
      assert.strictEqual(row?.deadlocks, 0)
      assert.isAbove(taken, 20, "some are taken, also while the machine is busy")
      const p99 = lateness.toSorted((a, b) => a - b)[Math.floor(lateness.length * 0.99)] ?? Number.NaN
      if (process.env["TALONARIO_FIGURES"] !== undefined) console.log(`${taken} jobs, p99 ${p99} ms after they were put`)
      // A starved job would be late by the whole test. The limit allows for a machine busy with other tests.
      assert.isBelow(p99, 3_000)
    }).pipe(Effect.provide(testStoragePostgres)), 30_000)
})

describe("a worker", () => {
  it.live("keeps its leases while a transaction of somebody else's puts one of its jobs", () =>
    Effect.gen(function*() {
      const { extend, put, take } = yield* Queue
      const pool = yield* PostgresPool
      const [company, other] = [sampleOrganizationId(), sampleOrganizationId()]
      const at = yield* now
      yield* put([registryJob(company, at), registryJob(other, at)])
      const leases = (yield* take("registry", 10, 30_000)).map(({ lease }) => lease)
      const client = yield* puttingAgain(company)
      assert.deepStrictEqual([...yield* extend(leases, 90_000)].toSorted(), leases.toSorted())
      yield* Effect.promise(() => client.query("ROLLBACK"))
      const { rows } = yield* Effect.promise(() =>
        pool.query<{ organization_id: string }>("SELECT organization_id FROM job WHERE kind = 'registry' AND leased_until > now() + interval '1 minute'"))
      assert.deepStrictEqual(rows.map(({ organization_id }) => organization_id.replaceAll("-", "")), [other])
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 20_000)

  it.live("that stood still has lost a lease that somebody else is just taking", () =>
    Effect.gen(function*() {
      const { extend, put, take } = yield* Queue
      const [company, other] = [sampleOrganizationId(), sampleOrganizationId()]
      const at = yield* now
      yield* put([registryJob(company, at), registryJob(other, at)])
      const held = yield* take("registry", 10, 1)
      yield* Effect.sleep("20 millis")
      const client = yield* othersTransaction
      const taking = takeJobs("registry", 1, yield* now, instant((yield* now) + 30_000), [])
      const { rows } = yield* Effect.promise(() => client.query<{ organization_id: string }>(taking))
      const extended = yield* Effect.fork(extend(held.map(({ lease }) => lease), 30_000))
      yield* Effect.sleep("100 millis")
      yield* Effect.promise(() => client.query("COMMIT"))
      const left = held.filter(({ organizationId }) => organizationId !== rows[0]?.organization_id.replaceAll("-", ""))
      assert.strictEqual(left.length, 1)
      assert.deepStrictEqual([...yield* Fiber.join(extended)], left.map(({ lease }) => lease))
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 20_000)

  it.live("keeps an ended lease while a transaction of somebody else's puts its job, since nobody takes it", () =>
    Effect.gen(function*() {
      const { extend, put, take } = yield* Queue
      const company = sampleOrganizationId()
      yield* put([registryJob(company, yield* now)])
      const leases = (yield* take("registry", 10, 1)).map(({ lease }) => lease)
      yield* puttingAgain(company)
      yield* Effect.sleep("20 millis")
      assert.deepStrictEqual(yield* take("registry", 10, 30_000), [])
      assert.deepStrictEqual([...yield* extend(leases, 30_000)], leases)
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 20_000)
})
