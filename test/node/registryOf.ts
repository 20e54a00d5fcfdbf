import { Effect, Redacted } from "effect"
import { join } from "node:path"
import pg from "pg"
import type { ChainEnd, ChainRecord } from "../../core/registry/chain.ts"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"

/** The chain of the only company in the embedded database of a running server. */
export const registryOf = (folder: string) =>
  Effect.gen(function*() {
    const { url } = yield* embeddedPostgres({ folder: join(folder, "postgres"), durable: true })
    return yield* Effect.promise(async () => {
      const client = new pg.Client(Redacted.value(url))
      await client.connect()
      const records = await client.query<ChainRecord>(
        "SELECT orden::int AS orden, cadena, huella, huella_anterior FROM registry_record ORDER BY orden",
      )
      const heads = await client.query<ChainEnd>("SELECT orden::int AS orden, huella FROM chain_head")
      await client.end()
      return { records: records.rows, head: heads.rows[0] ?? null }
    })
  }).pipe(Effect.scoped, Effect.orDie)
