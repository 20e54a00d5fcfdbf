import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { afterAll } from "vitest"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { testDatabase, type Template } from "./testDatabase.ts"

/** A database with the current schema, made once per run. */
const migrated: Template = {
  name: "migrated",
  prepare: (url) => Effect.provide(migrate, PostgresPool.layer({ url, connectionsMax: 2 })),
}

/** A fresh database with the current schema, dropped when the scope closes. */
export const migratedDatabase = testDatabase(migrated)

/** A pool of connections to a fresh database. */
const testPool = Layer.unwrapScoped(
  Effect.map(migratedDatabase, ({ url }) => PostgresPool.layer({ url, connectionsMax: 8 })),
)

/**
 * One storage on one database for all tests of a file that use the layer: each test has its own companies. For queries across
 * all companies, the `emptied` tables are emptied before each test.
 */
export const sharedStorage = <R, E>(
  storage: Layer.Layer<R | PostgresPool.PostgresPool, E>,
  ...emptied: ReadonlyArray<"delivery" | "job">
): Layer.Layer<R | PostgresPool.PostgresPool> => {
  const shared = ManagedRuntime.make(storage)
  afterAll(() => shared.dispose())
  return Layer.effectContext(Effect.promise(async () => {
    const { context } = await shared.runtime()
    const pool = Context.get(context, PostgresPool.PostgresPool)
    for (const table of emptied) await pool.query(`DELETE FROM ${table}`)
    return context
  }))
}

/** Storage on a fresh database, and its pool. */
export const testStoragePostgres = StoragePostgres.layer.pipe(
  Layer.provideMerge(testPool),
  Layer.provideMerge(EntropyWebCrypto.layer),
)
