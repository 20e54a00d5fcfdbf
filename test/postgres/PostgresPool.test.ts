import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import pg from "pg"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { hostAsParameter } from "../support/hostAsParameter.ts"
import { testDatabase } from "../support/testDatabase.ts"
import { migratedDatabase } from "../support/testStorage.ts"

describe("PostgresPool", () => {
  it.scopedLive("keeps its session settings beside options in the address, even if the address has no host", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      for (const address of [Redacted.value(url), hostAsParameter(Redacted.value(url))]) {
        const named = new URLSearchParams({ options: "-c work_mem=7MB -c TimeZone=Asia/Tokyo" })
        const whole = Redacted.make(`${address}${address.includes("?") ? "&" : "?"}${named.toString()}`)
        const shown = yield* Effect.flatMap(PostgresPool.PostgresPool, (pool) =>
          Effect.promise(async () => {
            const { rows } = await pool.query<{ settings: string }>(
              "SELECT concat_ws(' ', current_setting('work_mem'), current_setting('TimeZone'), current_setting('enable_seqscan')) AS settings",
            )
            return rows[0]?.settings
          })).pipe(Effect.provide(PostgresPool.layer({ url: whole, connectionsMax: 1 })))
        assert.strictEqual(shown, "7MB UTC off")
      }
    }))

  it.scopedLive("keeps connections that nobody uses, whatever the role's idle_session_timeout", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      const brief = new URLSearchParams({ options: "-c idle_session_timeout=50ms" })
      const address = Redacted.make(`${Redacted.value(url)}?${brief.toString()}`)
      const shown = yield* Effect.flatMap(PostgresPool.PostgresPool, (pool) =>
        Effect.promise(() => pool.query("SHOW idle_session_timeout"))).pipe(
          Effect.provide(PostgresPool.layer({ url: address, connectionsMax: 1 })),
        )
      assert.deepStrictEqual(shown.rows, [{ idle_session_timeout: "0" }])
    }))

  it.scopedLive("ends nobody's process where the host's log throws over a connection that broke", () =>
    Effect.gen(function*() {
      let told = 0
      const log = Logger.make(() => {
        told++
        throw new Error("no log")
      })
      const pool = yield* Effect.provide(PostgresPool.openPool({}, "own", 1), Logger.replace(Logger.defaultLogger, log))
      pool.emit("error", new Error("terminating connection"), new pg.Client())
      yield* Effect.sleep("10 millis")
      assert.strictEqual(told, 1)
      yield* PostgresPool.endPool(pool)
    }))

  for (const session of ["own", "pooled"] as const) {
    it.scopedLive(`lets transactions see what others commit, whatever the database's default: session ${session}`, () =>
      Effect.gen(function*() {
        const { url } = yield* migratedDatabase
        const usual = new URLSearchParams({ options: "-c default_transaction_isolation=serializable" })
        const address = Redacted.make(`${Redacted.value(url)}?${usual.toString()}`)
        const levels = yield* Effect.flatMap(PostgresPool.PostgresPool, (pool) =>
          Effect.promise(async () => {
            const client = await pool.connect()
            const level = async () => (await client.query("SELECT current_setting('transaction_isolation') AS level")).rows[0]?.level
            const found: Array<unknown> = [await level()]
            for (const begin of ["BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]) {
              await client.query(begin)
              found.push(await level())
              await client.query("COMMIT")
            }
            client.release()
            return found
          })).pipe(Effect.provide(PostgresPool.layer({ url: address, connectionsMax: 1, session })))
        assert.deepStrictEqual(levels, ["read committed", "read committed", "repeatable read"])
      }))
  }
})
