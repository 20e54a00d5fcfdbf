import { Effect, Layer, Option } from "effect"
import { join } from "node:path"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as QueueSqs from "../../adapters/sqs/QueueSqs.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { embeddedPostgres } from "./postgres/embeddedPostgres.ts"
import { storageSettings } from "./settings.ts"

/** The address of the database: DATABASE_URL, else the embedded one, which runs as long as the scope. */
const databaseUrl = Effect.gen(function*() {
  const { databaseUrl: given, dataFolder } = yield* storageSettings
  if (Option.isSome(given)) return given.value
  return (yield* embeddedPostgres({ folder: join(dataFolder, "postgres"), durable: true })).url
})

/** Connections to the database, whatever its schema. */
export const database = Layer.unwrapScoped(Effect.gen(function*() {
  const { databaseSession } = yield* storageSettings
  return PostgresPool.layer({ url: yield* databaseUrl, connectionsMax: 10, session: databaseSession })
}))

/** Behind a pooler nothing can be listened for, and with a queue of SQS nothing need be. */
const storage = Layer.unwrapEffect(Effect.map(storageSettings, ({ databaseSession, sqsUrl }) => {
  const stored = StoragePostgres.layerWith({ notifies: databaseSession === "own" && sqsUrl === null })
  return sqsUrl === null ? stored : Layer.provideMerge(QueueSqs.layer({ queueUrl: sqsUrl }), stored)
}))

/** The core on PostgreSQL with its schema up to date: commands and queries, without any face. */
export const engine = GroupCommit.layer.pipe(
  Layer.provideMerge(storage),
  Layer.provideMerge(EntropyWebCrypto.layer),
  Layer.provideMerge(Layer.effectDiscard(migrate)),
  Layer.provideMerge(database),
)
