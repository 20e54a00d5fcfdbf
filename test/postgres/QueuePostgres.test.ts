import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, Redacted } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as Pool from "../../adapters/postgres/connections/PostgresPool.ts"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { instant } from "../../core/calendar/instant.ts"
import { mailJob, webhookJob } from "../../core/jobs/Job.ts"
import { recall } from "../../core/jobs/recall.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { namedJobsContract } from "../contract/namedJobsContract.ts"
import { queueContract } from "../contract/queueContract.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { later } from "../support/shiftedClock.ts"
import { sharedStorage, testStoragePostgres } from "../support/testStorage.ts"

const shared = sharedStorage(testStoragePostgres, "job")
queueContract("PostgreSQL", shared)
namedJobsContract("PostgreSQL", shared)

describe("a job that a transaction is putting at the moment", () => {
  it.live("is passed over by its name, reported as free, and delays no other", () =>
    Effect.gen(function*() {
      const { put } = yield* Queue
      const { noteTold, take } = yield* NamedJobs
      const pool = yield* PostgresPool
      const company = sampleOrganizationId()
      const at = instant(yield* Clock.currentTimeMillis)
      const [one, other] = [mailJob(company, sampleId(), at), mailJob(company, sampleId(), at)]
      yield* put([one, other])
      const client = yield* Effect.acquireRelease(Effect.promise(() => pool.connect()), (held) => Effect.sync(() => held.release(true)))
      yield* Effect.promise(async () => {
        await client.query("BEGIN")
        await client.query("SELECT FROM job WHERE id = $1 FOR UPDATE", [one.id])
      })
      yield* noteTold([one, other])
      const { free, taken } = yield* take([one, other], 60_000)
      assert.deepStrictEqual([free, taken.map(({ id }) => id)], [[one], [other.id]])
      yield* Effect.promise(() => client.query("COMMIT"))
      assert.lengthOf((yield* take([one], 60_000)).taken, 1)
    }).pipe(Effect.scoped, Effect.timeout("5 seconds"), Effect.provide(shared)))
})

describe("a process whose clock is far behind", () => {
  it.live("recalls nothing that is due or leased by the right clocks", () =>
    Effect.gen(function*() {
      const { depth, extend, put, take } = yield* Queue
      const company = sampleOrganizationId()
      const at = instant(yield* Clock.currentTimeMillis)
      const inAnHour = instant(at + 3_600_000)
      yield* put([mailJob(company, sampleId(), inAnHour), webhookJob(company, sampleId(), at)])
      const [held = assert.fail("nothing taken")] = yield* take("webhook", 1, 60_000)
      yield* later(-10 * 86_400_000)(recall)
      assert.strictEqual((yield* depth("mail")).due, 0)
      assert.deepStrictEqual(yield* extend([held.lease], 60_000), new Set([held.lease]))
    }).pipe(Effect.provide(shared)))
})

describe("a database that is away", () => {
  it.live("is logged once, however many jobs are asked for and commits tried", () => {
    const logged: Array<unknown> = []
    const url = Redacted.make("postgres://nobody@127.0.0.1:1/none")
    const away = StoragePostgres.layerWith({ notifies: false }).pipe(
      Layer.provide(Layer.merge(Pool.layer({ url, connectionsMax: 1 }), EntropyWebCrypto.layer)),
    )
    return Effect.gen(function*() {
      const { depth, take } = yield* Queue
      const { transact } = yield* Storage
      for (let times = 0; times < 5; times++) {
        yield* Effect.flip(take("mail", 1, 30_000))
        yield* Effect.flip(depth("webhook"))
        yield* Effect.flip(transact({ organizationIds: [], keys: [] }, () => Effect.never))
      }
      assert.lengthOf(logged, 1, JSON.stringify(logged))
      assert.match(JSON.stringify(logged), /ECONNREFUSED/)
    }).pipe(
      Effect.provide(away),
      Effect.provide(Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void logged.push(message)))),
    )
  })
})
