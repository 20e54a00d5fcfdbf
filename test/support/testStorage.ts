import { Effect, Layer } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import { migrate } from "../../adapters/postgres/migrate.ts"
import * as PostgresPool from "../../adapters/postgres/PostgresPool.ts"
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

/** Storage on a fresh database of its own, and its pool. */
export const testStoragePostgres = StoragePostgres.layer.pipe(
  Layer.provideMerge(testPool),
  Layer.provideMerge(EntropyWebCrypto.layer),
)
