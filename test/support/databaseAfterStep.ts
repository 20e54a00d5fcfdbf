import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, type Redacted, type Scope } from "effect"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { extensions, migrations } from "../../adapters/postgres/schema/migrate.ts"
import { queried } from "./queried.ts"
import { testDatabase } from "./testDatabase.ts"

/** A fresh database with the schema of an earlier version, whose last step this was (`0001_first_invoice`). */
export const databaseAfterStep = (
  last: string,
): Effect.Effect<{ readonly url: Redacted.Redacted<string> }, never, Scope.Scope> =>
  Effect.gen(function*() {
    const { url } = yield* testDatabase()
    const steps = Object.entries(migrations).filter(([step]) => step <= last)
    const sql = Layer.unwrapEffect(Effect.map(PostgresPool.PostgresPool, (pool) =>
      PgClient.layerFromPool({ acquire: Effect.succeed(pool) })))
    yield* queried(url, `
      CREATE TABLE migration (migration_id integer PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), name text NOT NULL);
      ${extensions.map((name) => `CREATE EXTENSION IF NOT EXISTS ${name}`).join(";")}`)
    yield* Effect.forEach(steps, ([, take]) => take).pipe(
      Effect.provide(sql),
      Effect.provide(PostgresPool.layer({ url, connectionsMax: 1 })),
    )
    yield* queried(
      url,
      "INSERT INTO migration (migration_id, name) SELECT left(step, 4)::integer, substr(step, 6) FROM unnest($1::text[]) AS step",
      [steps.map(([step]) => step)],
    )
    return { url }
  }).pipe(Effect.orDie)
