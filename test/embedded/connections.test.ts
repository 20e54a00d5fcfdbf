import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import pg from "pg"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { secret, software } from "./onPostgres.ts"

/** How many connections others have to the database at `url`, and whether one of them listens. */
const connectionsTo = async (url: string) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ query: string }>(
      "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user",
    )
    return { count: rows.length, listens: rows.some(({ query }) => query.startsWith("LISTEN")) }
  } finally {
    await client.end()
  }
}

describe("an engine on PostgreSQL", () => {
  const cases = [
    [{ connectionsMax: 3 }, 3, true],
    [{ connectionsMax: 1 }, 1, false],
    [{}, 10, true],
  ] as const
  for (const [options, most, listens] of cases) {
    const told = JSON.stringify(options)
    it.scopedLive(`opens ${most} connections at most and ${listens ? "listens on one" : "listens on none"} with ${told}`, () =>
      Effect.gen(function*() {
        const { url } = yield* migratedDatabase
        const storage = { url, migrate: false, ...options }
        const talonario = yield* Effect.acquireRelease(
          Effect.promise(() => makeTalonario({ storage, secret, software, log: () => {} })),
          (engine) => Effect.promise(() => engine.close()),
        )
        yield* Effect.promise(async () => {
          const made = await Promise.all(Array.from({ length: 40 }, async (_, i) => {
            await talonario.organizaciones.createOrganization({ nombre: `Tienda ${i}` })
            return talonario.organizaciones.listOrganizations()
          }))
          assert.isTrue(made.every(({ ok }) => ok))
          talonario.work()
        })
        const seen = yield* Effect.promise(() => connectionsTo(Redacted.value(url))).pipe(
          // Workers listen soon, if at all.
          Effect.delay("300 millis"),
          Effect.repeat({ until: (now) => now.listens === listens, times: 30 }),
        )
        assert.deepStrictEqual(seen, { count: most, listens })
      }))
  }
})
