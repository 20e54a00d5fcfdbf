import { Effect, Layer, type Redacted } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { openCompany } from "../../runtimes/memory/harness.ts"

/** The services of the account's owner, who connects to the database directly. */
export const administration = (url: Redacted.Redacted<string>) =>
  GroupCommit.layer.pipe(
    Layer.provideMerge(StoragePostgres.layer),
    Layer.provideMerge(EntropyWebCrypto.layer),
    Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 4 })),
  )

/** Opens a company in the database, with its keys. */
export const openCompanyIn = (url: Redacted.Redacted<string>) =>
  Effect.provide(openCompany({ nombre: "Talleres Núñez", nif: "B12345674" }), administration(url))
