import { Effect, Layer } from "effect"
import type { PostgresConfiguration } from "../../runtimes/embedded/Configuration.ts"
import { layer } from "../../runtimes/embedded/engine.ts"
import { migratedDatabase } from "../support/testStorage.ts"

export const secret = "an installation's secret, 32 bytes or more"
export const software = { producer: "Mi Plataforma SL", producerNif: "B12345674" }

/** The configuration of a host for a new database with the current schema. */
export const freshConfiguration = Effect.map(migratedDatabase, ({ url }) =>
  ({ storage: { url, migrate: false }, secret, software, aeat: "test" }) as const satisfies PostgresConfiguration)

/** An engine on a new database. */
export const freshEngine = Effect.gen(function*() {
  const configuration = yield* freshConfiguration
  return { url: configuration.storage.url, context: yield* Layer.build(layer(configuration)) }
})
