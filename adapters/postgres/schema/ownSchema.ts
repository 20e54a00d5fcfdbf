import { Effect } from "effect"
import { thrownText } from "../../../core/text/thrownText.ts"
import { PostgresPool, PostgresUnusable } from "../connections/PostgresPool.ts"
import { holdSchema } from "./holdSchema.ts"
import { extensions } from "./migrate.ts"

/**
 * Makes a schema for our tables if there is none: beside a host's own tables, so that names cannot collide. Extensions that
 * are missing are made in `public`, where the host would look for them too.
 */
export const makeSchema = (name: string): Effect.Effect<void, PostgresUnusable, PostgresPool> =>
  Effect.flatMap(PostgresPool, (pool) =>
    Effect.tryPromise({
      try: async () => {
        const client = await pool.connect()
        try {
          const { rowCount } = await client.query("SELECT FROM pg_namespace WHERE nspname = $1", [name])
          if (rowCount === 1) return
          await client.query("BEGIN")
          // Without the lock, one of two processes that make it at the same time would fail, in spite of IF NOT EXISTS.
          await client.query(holdSchema)
          await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`)
          for (const extension of extensions) {
            await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension} SCHEMA public`)
          }
          await client.query("COMMIT")
        } finally {
          // Closed and not given back: that ends a transaction that failed.
          client.release(true)
        }
      },
      catch: (error) => new PostgresUnusable({ message: `the schema ${name}: ${thrownText(error)}` }),
    }))
