import { Effect } from "effect"
import { extensions, lockNumber } from "./migrate.ts"
import { PostgresPool, PostgresUnusable } from "./PostgresPool.ts"

/**
 * Makes a schema for our tables where there is none: beside a host's own tables, so that no names are shared. The
 * extensions that are missing go to `public`, where the host would look for them too.
 */
export const makeSchema = (name: string): Effect.Effect<void, PostgresUnusable, PostgresPool> =>
  Effect.flatMap(PostgresPool, (pool) =>
    Effect.tryPromise({
      try: async () => {
        const client = await pool.connect()
        try {
          const { rows: [known] } = await client.query<{ is: boolean }>("SELECT to_regnamespace($1) IS NOT NULL AS is", [name])
          if (known?.is === true) return
          await client.query("BEGIN")
          // Two that make it at the same time would fail, IF NOT EXISTS or not.
          await client.query("SELECT pg_advisory_xact_lock($1)", [lockNumber])
          await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`)
          for (const extension of extensions) await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension} SCHEMA public`)
          await client.query("COMMIT")
        } finally {
          // A transaction that failed ends with its connection.
          client.release(true)
        }
      },
      catch: (error) => new PostgresUnusable({ message: `the schema ${name}: ${error instanceof Error ? error.message : error}` }),
    }))
