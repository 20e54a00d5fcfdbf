import { Effect, Layer, type Redacted } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { openCompany } from "../../runtimes/memory/harness.ts"

/** What the account's owner has, who comes to the database by another way than functions do. */
export const administration = (url: Redacted.Redacted<string>) =>
  GroupCommit.layer.pipe(
    Layer.provideMerge(StoragePostgres.layer),
    Layer.provideMerge(EntropyWebCrypto.layer),
    Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 4 })),
  )

/** A company in a database, with its keys. */
export const openCompanyIn = (url: Redacted.Redacted<string>) =>
  Effect.provide(openCompany({ nombre: "Talleres Núñez", nif: "B12345674" }), administration(url))
