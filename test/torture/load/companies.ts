import { Effect, Layer, type Redacted } from "effect"
import * as EntropyWebCrypto from "../../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../../adapters/postgres/StoragePostgres.ts"
import { issueAccessKey } from "../../../core/access/issueAccessKey.ts"
import { scopes } from "../../../core/access/scopes.ts"
import * as GroupCommit from "../../../core/commit/GroupCommit.ts"
import { openOrganization } from "../../../core/organizations/openOrganization.ts"

/** A company for which clients work. */
export interface Company {
  readonly id: string
  readonly modo: "live" | "test"
  /** An access key with every scope. */
  readonly clave: string
  readonly accessKeyId: string
}

const nifs = ["B12345674", "B87654323", "B58818501", "A58818501"]

/** Brings the schema of the database up to date and opens companies; the last of several has a test key. */
export const openCompanies = (url: Redacted.Redacted<string>, count: number): Effect.Effect<ReadonlyArray<Company>> =>
  Effect.forEach(Array.from({ length: count }, (_, n) => n), (n) =>
    Effect.gen(function*() {
      const { id } = yield* openOrganization({ nombre: `Talleres ${n}`, nif: nifs[n % nifs.length] ?? "B12345674" })
      const modo = n > 0 && n === count - 1 ? "test" : "live"
      const { accessKey, clave } = yield* issueAccessKey(id, { modo, scopes, nombre: null })
      return { id, modo, clave, accessKeyId: accessKey.id } as const
    })).pipe(Effect.provide(engine(url)), Effect.orDie)

const engine = (url: Redacted.Redacted<string>) =>
  GroupCommit.layer.pipe(
    Layer.provideMerge(StoragePostgres.layer),
    Layer.provideMerge(EntropyWebCrypto.layer),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 4 })),
  )
