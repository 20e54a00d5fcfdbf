/**
 * Keeps rows of every table as this version writes them, in place of those that it kept before. To be run at a release, for
 * the versions after it, and never to make the test pass: `npm run keep:rows`.
 */
import { Effect, Layer } from "effect"
import { writeFile } from "node:fs/promises"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate, migrations } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { storedTables } from "../../adapters/postgres/tables/storedTables.ts"
import { version } from "../../core/registry/talonarioSoftware.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { fillCompanies } from "./fillCompanies.ts"
import { rowsFile, rowsIn } from "./keptRows.ts"

const keepRows = Effect.gen(function*() {
  const folder = yield* temporaryFolder("talonario-rows-")
  const { url } = yield* embeddedPostgres({ folder, durable: false })
  const pool = PostgresPool.layer({ url, connectionsMax: 8 })
  yield* Effect.provide(migrate, pool)
  const storage = Layer.provide(StoragePostgres.layer, pool)
  yield* fillCompanies(yield* makeHarness({ storage, rateLimit: { limit: 10_000_000, windowSeconds: 60 }, seed: 1 }))
  const lines = yield* rowsIn(url)
  const empty = Object.values(storedTables).filter(({ name }) => !lines.some((line) => line.includes(`"table" : "${name}"`)))
  if (empty.length > 0) return yield* Effect.fail(`no row is made (fillCompanies.ts) of ${empty.map(({ name }) => name).join(", ")}`)
  const file = rowsFile(version, Object.keys(migrations).at(-1) ?? "")
  yield* Effect.promise(() => writeFile(file, `${lines.join("\n")}\n`))
  console.log(`${file}: ${lines.length} rows`)
})

await Effect.runPromise(Effect.scoped(keepRows))
