import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { afterAll } from "vitest"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { testDatabase, type Template } from "./testDatabase.ts"

/** A database with the present schema; made once per run. */
const migrated: Template = {
  name: "migrated",
  prepare: (url) => Effect.provide(migrate, PostgresPool.layer({ url, connectionsMax: 2 })),
}

/** A fresh database with the present schema, dropped when the scope closes. */
export const migratedDatabase = testDatabase(migrated)

/** A pool on such a database. */
const testPool = Layer.unwrapScoped(
  Effect.map(migratedDatabase, ({ url }) => PostgresPool.layer({ url, connectionsMax: 8 })),
)

/**
 * One storage on one database for all that use this in a file: each test has companies of its own, and of what looks at all
 * of them these tables are emptied before.
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

/** Storage on a fresh database of its own, and its pool. */
export const testStoragePostgres = StoragePostgres.layer.pipe(
  Layer.provideMerge(testPool),
  Layer.provideMerge(EntropyWebCrypto.layer),
)
