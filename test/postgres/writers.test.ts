import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, TestClock } from "effect"
import { makeWriters } from "../../adapters/postgres/commits/writers.ts"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { makeUuid7 } from "../../core/identifiers/uuid7.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { poolOf } from "../security/servingDatabase.ts"
import { sampleOrganizationId } from "../support/samples.ts"
import { migratedDatabase, testStoragePostgres } from "../support/testStorage.ts"

const day = 24 * 60 * 60 * 1000

/** A database, and the writers of one process in it, under the present time. */
const process = Effect.gen(function*() {
  const { url } = yield* migratedDatabase
  const pool = Context.get(yield* Layer.build(poolOf(url)), PostgresPool)
  const today = Date.now()
  yield* TestClock.setTime(today)
  const newId = makeUuid7((length) => crypto.getRandomValues(new Uint8Array(length)))
  const sql = (text: string, values: ReadonlyArray<unknown> = []) =>
    Effect.promise(async () => (await pool.query<Record<string, unknown>>(text, [...values])).rows)
  /** Leaves rows of writers that were created and last used so many days ago. */
  const leave = (count: number, made: number, used: number) =>
    sql(`INSERT INTO writer SELECT overlay(gen_random_uuid()::text PLACING $2 FROM 1 FOR 13)::uuid, gen_random_uuid(),
      now() - make_interval(days => $3) FROM generate_series(1, $1)`, [count, timeOf(today - made * day), used])
  return { pool, sql, leave, writers: makeWriters(pool, newId) }
})

/** The beginning of a UUIDv7 of that moment. */
const timeOf = (millis: number): string => {
  const digits = millis.toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

describe("the writers of a process", () => {
  it.scoped("remove some of those unused for thirty days whenever one is added, and no others", () =>
    Effect.gen(function*() {
      const { leave, pool, sql, writers } = yield* process
      yield* leave(25, 40, 31)
      yield* leave(3, 40, 29)
      // Of a process with a fast clock, or from before identifiers contained the time.
      yield* leave(2, 20, 31)
      yield* leave(4, 20_000, 31)
      const count = (condition: string) =>
        Effect.map(sql(`SELECT count(*)::int AS n FROM writer WHERE ${condition}`), ([row]) => row?.["n"])
      const unused = count("at < now() - interval '30 days'")
      const held = yield* Effect.promise(() => pool.connect())
      const oldest = "SELECT FROM writer WHERE at < now() - interval '30 days' ORDER BY id LIMIT 1 FOR UPDATE"
      yield* Effect.promise(() => held.query(`BEGIN; ${oldest}`))
      yield* writers.take()
      assert.strictEqual(yield* unused, 11)
      yield* writers.take()
      assert.strictEqual(yield* unused, 3, "one that is held, two that seem young")
      yield* Effect.promise(() => held.query("ROLLBACK"))
      held.release()
      yield* writers.take()
      assert.deepStrictEqual([yield* unused, yield* count("true")], [2, 2 + 3 + 3])
    }))

  it.scoped("are reused, and replaced long before their rows might be removed", () =>
    Effect.gen(function*() {
      const { sql, writers } = yield* process
      const used = Effect.tap(writers.take(), (writer) => Effect.sync(() => writers.giveBack(writer)))
      const { id } = yield* used
      yield* TestClock.adjust("14 days")
      assert.strictEqual((yield* used).id, id)
      yield* TestClock.adjust("1 day")
      const next = yield* used
      assert.notStrictEqual(next.id, id)
      assert.strictEqual((yield* used).id, next.id)
      const rows = yield* sql("SELECT replace(id::text, '-', '') AS id FROM writer ORDER BY id")
      assert.deepStrictEqual(rows, [{ id }, { id: next.id }])
    }))

  it.scoped("report that they wait for the database", () =>
    Effect.gen(function*() {
      const { writers } = yield* process
      let asked = 0
      const writer = yield* writers.take(() => asked++)
      assert.strictEqual(asked, 1)
      writers.giveBack(writer)
      yield* writers.take(() => asked++)
      assert.strictEqual(asked, 1)
    }))

  it.live("are not reused after a transaction whose end the server did not confirm", () =>
    Effect.gen(function*() {
      const { transact } = yield* Storage
      const pool = yield* PostgresPool
      const id = sampleOrganizationId()
      const none = { changes: new Snapshot().changes(), value: undefined }
      const writerOf = (body: () => Effect.Effect<typeof none>) =>
        Effect.exit(transact({ organizationIds: [id], keys: [] }, body)).pipe(
          Effect.zipRight(Effect.promise(() => pool.query("SELECT id FROM writer ORDER BY at DESC, id DESC LIMIT 1"))),
          Effect.map(({ rows: [row] }) => row),
        )
      const first = yield* writerOf(() => Effect.succeed(none))
      assert.deepStrictEqual(yield* writerOf(() => Effect.succeed(none)), first)
      yield* writerOf(() => Effect.die("the connection broke"))
      assert.notDeepEqual(yield* writerOf(() => Effect.succeed(none)), first)
    }).pipe(Effect.provide(testStoragePostgres)))
})
