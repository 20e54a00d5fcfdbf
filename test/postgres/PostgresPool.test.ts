import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as PostgresPool from "../../adapters/postgres/PostgresPool.ts"
import { hostAsParameter } from "../support/hostAsParameter.ts"
import { migratedDatabase } from "../support/testStorage.ts"

describe("PostgresPool", () => {
  it.scopedLive("keeps its session settings beside options that the address brings along, also without a host in it", () =>
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
})
