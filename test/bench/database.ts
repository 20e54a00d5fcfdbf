import { Effect, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { embeddedPostgres } from "../../runtimes/node/embeddedPostgres.ts"

type Url = Redacted.Redacted<string>

/** Address of a PostgreSQL of our own that writes durably, in a temporary folder; both go with the scope. */
export const ownServer = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "talonario-bench-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 5 })),
  )
  return (yield* embeddedPostgres({ folder, durable: true })).url
})

/** Another database of the same server. */
export const anotherDatabase = (url: Url, name: string): Effect.Effect<Url> =>
  Effect.as(ask(url, `CREATE DATABASE ${name}`), withDatabase(url, name))

const withDatabase = (url: Url, name: string): Url => {
  const other = new URL(Redacted.value(url))
  other.pathname = `/${name}`
  return Redacted.make(other.href)
}

/** What the server is, and whether it waits for the disk. */
export const serverFacts = (url: Url) =>
  Effect.map(
    ask<{ version: string; fsync: string; commit: string }>(url, `
      SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
        current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`),
    ([facts]) => `PostgreSQL ${facts?.version}, fsync ${facts?.fsync}, synchronous_commit ${facts?.commit}`,
  )

const ask = <Row extends pg.QueryResultRow>(url: Url, sql: string): Effect.Effect<ReadonlyArray<Row>> =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const client = new pg.Client(Redacted.value(url))
      await client.connect()
      return client
    }),
    (client) => Effect.promise(async () => (await client.query<Row>(sql)).rows),
    (client) => Effect.promise(() => client.end()),
  )
