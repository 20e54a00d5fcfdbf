import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { queueContract } from "../contract/queueContract.ts"
import { storageContract } from "../contract/storageContract.ts"
import { testDatabase } from "../support/testDatabase.ts"
import { migratedDatabase, sharedStorage } from "../support/testStorage.ts"
import { transactionPooler } from "../support/transactionPooler.ts"

/** A pool behind a pooler that has three server connections for it. */
const pooled = Layer.unwrapScoped(Effect.gen(function*() {
  const { url } = yield* transactionPooler((yield* migratedDatabase).url, 3)
  return PostgresPool.layer({ url, connectionsMax: 8, session: "pooled" })
}))

const behindPooler = "PostgreSQL behind a pooler of transactions"

const storage = StoragePostgres.layerWith({ notifies: false }).pipe(
  Layer.provideMerge(pooled),
  Layer.provideMerge(EntropyWebCrypto.layer),
)
const shared = sharedStorage(storage, "delivery", "job")
queueContract(behindPooler, shared)
storageContract(behindPooler, shared)

/** The settings and prepared statements of a session, as one text. */
const remembered = "SELECT concat_ws(' ', current_setting('enable_seqscan'), current_setting('TimeZone'),"
  + " current_setting('statement_timeout'), (SELECT count(*) FROM pg_prepared_statements)) AS settings"

const settingsOf = ({ rows: [row] }: pg.QueryResult): unknown => row?.["settings"]

/** Runs on a client that knows nothing of poolers. */
const withPlainClient = <A>(url: Redacted.Redacted<string>, use: (client: pg.Client) => Promise<A>) =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const client = new pg.Client(Redacted.value(url))
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => use(client)),
    (client) => Effect.promise(() => client.end()),
  )

describe("the pooler of these tests", () => {
  it.scopedLive("loses what a session remembers, and accepts no settings at the start", () =>
    Effect.gen(function*() {
      const { url } = yield* transactionPooler((yield* testDatabase()).url, 2)
      yield* withPlainClient(url, async (client) => {
        await client.query("SET enable_seqscan = off")
        assert.match(String(settingsOf(await client.query(remembered))), /^on /)
        await client.query({ name: "one", text: "SELECT 1" })
        const again = await client.query({ name: "one", text: "SELECT 1" }).catch((error: unknown) => error)
        assert.match(String(again), /prepared statement "one" does not exist/)
      })
      const refused = yield* Effect.flatMap(PostgresPool.PostgresPool, (pool) =>
        Effect.promise(() => pool.query("SELECT 1").catch(String))).pipe(
          Effect.provide(PostgresPool.layer({ url, connectionsMax: 1 })),
        )
      assert.match(String(refused), /unsupported startup parameter/)
    }))
})

describe("a pool of lent sessions", () => {
  const scene = Effect.gen(function*() {
    const database = yield* migratedDatabase
    const { transactions, url } = yield* transactionPooler(database.url, 2)
    const built = yield* Layer.build(PostgresPool.layer({ url, connectionsMax: 3, session: "pooled" }))
    const pool = yield* Effect.provide(PostgresPool.PostgresPool, built)
    return { database, pool, transactions, url }
  })

  it.scopedLive("sends along the settings that statements rely on, and leaves none behind", () =>
    Effect.gen(function*() {
      const { pool, transactions, url } = yield* scene
      const ours = "off UTC 30s 0"
      for (let time = 0; time < 4; time++) {
        const asked = { name: "remembered", text: remembered, values: [] }
        assert.strictEqual(settingsOf(yield* Effect.promise(() => pool.query(asked))), ours)
      }
      assert.strictEqual(transactions(), 4)
      const within = yield* Effect.promise(async () => {
        const client = await pool.connect()
        // Pipelined, like our transactions.
        const [, ...answers] = await Promise.all([
          client.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = '10min'"),
          client.query(remembered),
          client.query("SELECT current_setting('transaction_isolation') AS settings"),
          client.query("COMMIT"),
          client.query(remembered),
        ])
        client.release()
        return answers.map(settingsOf)
      })
      assert.deepStrictEqual([within[0], within[1], within[3]], ["off UTC 10min 0", "repeatable read", ours])
      const after = yield* withPlainClient(url, async (client) => [
        settingsOf(await client.query(remembered)),
        settingsOf(await client.query(remembered)),
      ])
      for (const one of after) assert.match(String(one), /^on .* 0 0$/)
    }))

  it.scopedLive("answers a statement once it is committed, or with its own error, and continues on the connection", () =>
    Effect.gen(function*() {
      const { database, pool } = yield* scene
      yield* Effect.promise(async () => {
        const refused = await pool.query("SELECT 1 / $1::int", [0]).catch((error: unknown) => error)
        assert.match(String(refused), /division by zero/)
        await pool.query("CREATE TABLE note (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)")
        // The second row is refused only by the COMMIT.
        const late = await pool.query("INSERT INTO note VALUES (1), (1)").catch((error: unknown) => error)
        assert.match(String(late), /duplicate key/)
        await pool.query("INSERT INTO note VALUES ($1)", [2])
      })
      assert.strictEqual(pool.totalCount, 1)
      const kept = yield* withPlainClient(database.url, async (client) => (await client.query("SELECT id FROM note")).rows)
      assert.deepStrictEqual(kept, [{ id: 2 }])
    }))

  it.scopedLive("plans by indexes on a table that is nearly empty", () =>
    Effect.gen(function*() {
      const { pool } = yield* scene
      const plan = yield* Effect.promise(() =>
        pool.query("EXPLAIN SELECT * FROM contact WHERE organization_id = $1 AND id = $2", [
          "00000000-0000-7000-8000-000000000000",
          "00000000-0000-7000-8000-000000000001",
        ]))
      assert.match(JSON.stringify(plan.rows), /Index Scan/)
    }))

  it.scopedLive("is migrated by several processes at once, under one lock", () =>
    Effect.gen(function*() {
      const { url } = yield* transactionPooler((yield* testDatabase()).url, 3)
      const one = Effect.provide(migrate, PostgresPool.layer({ url, connectionsMax: 2, session: "pooled" }))
      const steps = yield* Effect.all([one, one, one], { concurrency: "unbounded" })
      assert.strictEqual(steps.filter((taken) => taken > 0).length, 1)
      assert.strictEqual(yield* one, 0)
    }))
})
