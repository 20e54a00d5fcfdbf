import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type pg from "pg"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import * as HostPool from "../../adapters/postgres/host/hostPool.ts"
import { testDatabase } from "../support/testDatabase.ts"

describe("connections like those of the host's pool", () => {
  it.scopedLive("have its address, but not what it does with its own connections", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      const onConnect = (client: pg.Client) => client.query("SET search_path = theirs")
      const options = { connectionString: Redacted.value(url), onConnect, query_timeout: 20, binary: true, max: 1, maxUses: 1 }
      for (const session of ["own", "pooled"] as const) {
        const shown = yield* Effect.flatMap(PostgresPool, (pool) =>
          Effect.promise(async () => {
            const { rows } = await pool.query("SELECT current_setting('search_path') AS path, 1::int8 AS n, pg_sleep(0.1)::text")
            return { path: rows[0]?.path, n: rows[0]?.n, max: pool.options.max }
          })).pipe(Effect.provide(HostPool.layer({ pool: { options }, connectionsMax: 3, session })))
        assert.deepStrictEqual(shown, { path: "\"$user\", public", n: 1, max: 3 }, session)
      }
    }))
})
