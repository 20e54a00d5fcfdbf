import { Effect, Layer } from "effect"
import * as SecretBoxWebCrypto from "../../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../../adapters/postgres/StoragePostgres.ts"
import * as QueueSqs from "../../../adapters/sqs/QueueSqs.ts"
import { makeSendingCalls } from "../../../adapters/sqs/sendingCalls.ts"
import * as GroupCommit from "../../../core/commit/GroupCommit.ts"
import * as Settling from "../../embedded/Settling.ts"
import type { FunctionSettings } from "../functionSettings.ts"
import { abandonConnections } from "./abandonConnections.ts"
import { Abandoning } from "./Abandoning.ts"
import { Awakening } from "./Awakening.ts"
import { wakeConnections } from "./wakeConnections.ts"

const awakening = Layer.effect(Awakening, Effect.map(PostgresPool.PostgresPool, wakeConnections))
const abandoning = Layer.effect(Abandoning, Effect.map(PostgresPool.PostgresPool, abandonConnections))

/** How long an answer waits for the names of its jobs to be sent: nothing runs after it. */
const tellMillis = 1_000

/** With a queue of SQS each commit names its jobs there; without one they wait for the schedule. */
const storageOf = ({ aws, sqsUrl }: FunctionSettings) => {
  const stored = StoragePostgres.layerWith({ notifies: false })
  if (sqsUrl === null) return stored
  const naming = QueueSqs.layer({ queueUrl: sqsUrl, calls: makeSendingCalls(aws), waitMillis: tellMillis })
  return Layer.provideMerge(naming, stored)
}

/**
 * The core on PostgreSQL, whose schema is up to date, for one event at a time. Connections are kept as long as the
 * container: it stands still most of the time, and each costs the database little then.
 */
export const engine = (settings: FunctionSettings, connectionsMax: number) => {
  const { database, secret, service: { earlierSecrets } } = settings
  const sealing = SecretBoxWebCrypto.layerOf({ secret, earlierSecrets })
  return Layer.merge(Layer.provide(Settling.layer, GroupCommit.layer), sealing).pipe(
    Layer.provideMerge(storageOf(settings)),
    Layer.provideMerge(EntropyWebCrypto.layer),
    Layer.provideMerge(Layer.merge(awakening, abandoning)),
    Layer.provideMerge(PostgresPool.layer({ ...database, connectionsMax, idleMillis: 0 })),
  )
}
