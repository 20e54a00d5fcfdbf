import { Effect, Redacted } from "effect"
import pg from "pg"

/** The rows of one statement on a connection of its own; fails with the driver's error. */
export const queried = (url: Redacted.Redacted<string>, sql: string, values: ReadonlyArray<unknown> = []) =>
  Effect.tryPromise({
    try: async () => {
      const client = new pg.Client(Redacted.value(url))
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(sql, [...values])).rows
      } finally {
        await client.end()
      }
    },
    catch: (error) => (error instanceof Error ? error : new Error(String(error))),
  })
