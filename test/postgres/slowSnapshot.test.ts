import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { Storage } from "../../core/ports/Storage.ts"
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
})
