import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, Option, Schedule } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { Storage, StorageUnavailable } from "../../core/ports/Storage.ts"
import { sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

describe("a snapshot of a registry", () => {
  it.live("survives a reader that takes longer than a transaction may", () =>
    Effect.gen(function*() {
      const pool = yield* PostgresPool
      pool.on("connect", (client) => void client.query("SET idle_in_transaction_session_timeout = '100ms'"))
      const { snapshot } = yield* Storage
      const read = yield* snapshot(sampleOrganizationId(), (reader) =>
        reader.records(null, 10).pipe(
          Effect.zipLeft(Effect.sleep("1 second")),
          Effect.zipRight(reader.records(null, 10)),
        ))
      assert.deepStrictEqual(read, [])
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 20_000)

  it.live("ends with its connection, which makes room for another, although its reader waits for somebody else", () =>
    Effect.gen(function*() {
      const pool = yield* PostgresPool
      const { snapshot } = yield* Storage
      const waits = yield* Effect.makeLatch()
      const reading = yield* Effect.fork(Effect.either(snapshot(sampleOrganizationId(), (reader) =>
        reader.records(null, 10).pipe(Effect.zipRight(waits.open), Effect.zipRight(Effect.never)))))
      yield* waits.await
      const cut = Effect.promise(() => pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        + " WHERE datname = current_database() AND state = 'idle in transaction'"))
      yield* Effect.repeat(cut, { schedule: Schedule.spaced("50 millis"), until: ({ rowCount }) => rowCount === 1 })
      const read = yield* Effect.timeout(Fiber.join(reading), "5 seconds")
      assert.deepStrictEqual(read, Either.left(new StorageUnavailable()))
      assert.strictEqual(pool.idleCount, pool.totalCount)
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 20_000)

  it.live("leaves connections to everybody else, however many are read at once and stand still, and its place to the next", () =>
    Effect.gen(function*() {
      const { options: { max = 10 } } = yield* PostgresPool
      const { find, snapshot } = yield* Storage
      const id = sampleOrganizationId()
      let begun = 0
      const standingStill = snapshot(id, () => Effect.zipRight(Effect.sync(() => begun++), Effect.never))
      const readers = yield* Effect.forEach(Array.from({ length: max }), () => Effect.fork(standingStill))
      yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => begun > 0 })
      yield* Effect.sleep("200 millis")
      assert.isTrue(Option.isNone(yield* Effect.timeout(find("head", id, id), "2 seconds")))
      yield* Fiber.interruptAll(readers)
      assert.deepStrictEqual(yield* snapshot(id, (reader) => reader.records(null, 10)), [])
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 20_000)
})
