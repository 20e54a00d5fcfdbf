import { Effect, Layer, Redacted } from "effect"
import { databaseAddress, isDatabaseAddress, withoutOptions } from "../../../adapters/postgres/connections/databaseAddress.ts"
import type { PostgresPool } from "../../../adapters/postgres/connections/PostgresPool.ts"
import { HostTransactions } from "../../../adapters/postgres/host/HostTransactions.ts"
import type { Entropy } from "../../../core/ports/Entropy.ts"
import type { Queue } from "../../../core/ports/Queue.ts"
import { defaultRateLimit, isCountedTogether, type RateLimiter } from "../../../core/ports/RateLimiter.ts"
import { Storage, StorageUnavailable } from "../../../core/ports/Storage.ts"
import type { Configuration, PostgresStorage } from "../Configuration.ts"
import { CannotStart } from "../Installation.ts"
import { cannotStart, started } from "./cannotStart.ts"
import { isLayerOf } from "./isLayerOf.ts"

/** What comes with a storage: its queue, what joins the host's transactions to it, and what counts requests. */
export type Kept = Storage | Queue | HostTransactions | RateLimiter

/** The storage that the configuration names. */
export const storageLayer = (configuration: Configuration): Layer.Layer<Kept, CannotStart, Entropy> => {
  const { storage = "memory" } = configuration
  if (storage === "memory") {
    const memory = loading(async () =>
      Layer.provideMerge(untilClosed, (await import("../../../adapters/memory/StorageMemory.ts")).layer))
    return Layer.mergeAll(memory, limiterInMemory(configuration), nothingToJoin)
  }
  if (isLayerOf(storage)) {
    return Layer.mergeAll(started("storage", storage), limiterInMemory(configuration), nothingToJoin)
  }
  const { migrate = true } = storage
  return Layer.mergeAll(keptInPostgres(storage), limiter(configuration)).pipe(
    Layer.provide(Layer.effectDiscard(migrate ? migrated(storage) : upToDate)),
    Layer.provide(connections(storage)),
  )
}

/**
 * Once the engine is closed, its memory answers neither the health check nor the look-up of a key, as a database would
 * not: requests over HTTP that come later fail.
 */
const untilClosed = Layer.scoped(Storage, Effect.gen(function*() {
  const storage = yield* Storage
  let isOpen = true
  yield* Effect.addFinalizer(() => Effect.sync(() => void (isOpen = false)))
  const whileOpen = <A>(answer: Effect.Effect<A, StorageUnavailable>) =>
    Effect.suspend(() => (isOpen ? answer : new StorageUnavailable()))
  return Storage.of({
    ...storage,
    ping: whileOpen(storage.ping),
    accessKeyByFingerprint: (fingerprint) => whileOpen(storage.accessKeyByFingerprint(fingerprint)),
  })
}))

/** A Layer of modules that are imported first. */
const loading = <A, R>(load: () => Promise<Layer.Layer<A, never, R>>): Layer.Layer<A, CannotStart, R> =>
  Layer.unwrapEffect(Effect.tryPromise({ try: load, catch: cannotStart("storage") }))

const keptInPostgres = ({ session = "own" }: PostgresStorage) =>
  loading(async () => {
    const { layerWith } = await import("../../../adapters/postgres/StoragePostgres.ts")
    const { layer } = await import("../../../adapters/postgres/host/hostTransaction.ts")
    return Layer.provideMerge(layer, layerWith({ notifies: session === "own" }))
  })

const limiter = (configuration: Configuration): Layer.Layer<RateLimiter, CannotStart, PostgresPool> => {
  const { rateLimit = defaultRateLimit, rateLimitStore } = configuration
  const store = rateLimitStore ?? (isCountedTogether(rateLimit) ? "database" : "memory")
  if (store === "memory") return limiterInMemory(configuration)
  return loading(async () => (await import("../../../adapters/postgres/rateLimit/RateLimiterPostgres.ts")).layer(rateLimit))
}

const limiterInMemory = ({ rateLimit = defaultRateLimit }: Configuration): Layer.Layer<RateLimiter, CannotStart> =>
  loading(async () => (await import("../../../adapters/memory/RateLimiterMemory.ts")).layer(rateLimit))

const nothingToJoin = Layer.succeed(HostTransactions, {
  join: () => {
    throw new TypeError("only a storage in PostgreSQL joins the host's transactions")
  },
})

/** A plain name needs no quotes, and cannot be anything else. */
const plainName = /^[a-z_][a-z0-9_]{0,62}$/

const connections = (storage: PostgresStorage): Layer.Layer<PostgresPool, CannotStart> => {
  const { connectionsMax = 10, schema, session = "own" } = storage
  if (schema !== undefined && !plainName.test(schema)) return refused("schema: lower-case letters, digits and _")
  if (schema !== undefined && session === "pooled") return refused("schema: behind a pooler give the role a search_path")
  const options = schema === undefined ? "" : `-c search_path=${schema}`
  if ("pool" in storage) {
    const { pool } = storage
    return loading(async () =>
      (await import("../../../adapters/postgres/host/hostPool.ts")).layer({ pool, connectionsMax, session, options }))
  }
  const url = Redacted.isRedacted(storage.url) ? Redacted.value(storage.url) : storage.url
  // A host without types may give a `URL`.
  if (typeof url !== "string" || !isDatabaseAddress(url)) return refused(`storage.url: ${databaseAddress}`)
  return loading(async () =>
    (await import("../../../adapters/postgres/connections/PostgresPool.ts")).layer({
      url: Redacted.make(withOptions(url, options)),
      connectionsMax,
      session,
    }))
}

const refused = (message: string): Layer.Layer<PostgresPool, CannotStart> => Layer.fail(new CannotStart({ message }))

/** The address with these options for the start of a session, beside those that it has already. */
const withOptions = (url: string, options: string): string => {
  if (options === "") return url
  const { address, options: given } = withoutOptions(url)
  return `${address}${address.includes("?") ? "&" : "?"}options=${encodeURIComponent(`${given} ${options}`.trim())}`
}

/** Checks that the schema is up to date. */
const upToDate: Effect.Effect<void, CannotStart, PostgresPool> =
  Effect.tryPromise({ try: () => import("../../../adapters/postgres/schema/migrate.ts"), catch: cannotStart("storage") }).pipe(
    Effect.flatMap(({ checkSchema }) => checkSchema),
    Effect.mapError(cannotStart("storage")),
  )

/** Brings the schema up to date, and makes it first where the configuration names one. */
const migrated = ({ schema }: PostgresStorage): Effect.Effect<void, CannotStart, PostgresPool> =>
  Effect.tryPromise({
    try: async () => ({
      ...await import("../../../adapters/postgres/schema/migrate.ts"),
      ...await import("../../../adapters/postgres/schema/ownSchema.ts"),
    }),
    catch: cannotStart("storage"),
  }).pipe(
    Effect.flatMap(({ makeSchema, migrate }) =>
      Effect.zipRight(schema === undefined ? Effect.void : makeSchema(schema), migrate)),
    Effect.mapError(cannotStart("storage")),
    Effect.asVoid,
  )
