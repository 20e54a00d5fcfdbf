import { Effect, Redacted } from "effect"
import pg from "pg"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { isCounted, parentOf } from "./measuring/processorTime.ts"

type Url = Redacted.Redacted<string>

/** Starts a PostgreSQL of our own that writes durably, in a temporary folder; both go with the scope. Returns its address. */
export const ownServer = Effect.gen(function*() {
  const folder = yield* temporaryFolder("talonario-bench-")
  return (yield* embeddedPostgres({ folder, durable: true })).url
})

/** Creates another database on the same server. */
export const anotherDatabase = (url: Url, name: string): Effect.Effect<Url> =>
  Effect.as(ask(url, `CREATE DATABASE ${name}`), withDatabase(url, name))

const withDatabase = (url: Url, name: string): Url => {
  const other = new URL(Redacted.value(url))
  other.pathname = `/${name}`
  return Redacted.make(other.href)
}

/** The size of a database on the disk, with its unit. */
export const databaseSize = (url: Url): Effect.Effect<string> =>
  Effect.map(
    ask<{ size: string }>(url, "SELECT pg_size_pretty(pg_database_size(current_database())) AS size"),
    ([row]) => row?.size ?? "",
  )

/** The version of the server, and whether it waits for the disk. */
export const serverFacts = (url: Url) =>
  Effect.map(
    ask<{ version: string; fsync: string; commit: string }>(url, `
      SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
        current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`),
    ([facts]) => `PostgreSQL ${facts?.version}, fsync ${facts?.fsync}, synchronous_commit ${facts?.commit}`,
  )

/**
 * The id of the server's main process, of which all others are children; 0 where processor time cannot be read. The server has
 * to run on this machine.
 */
export const postmasterOf = (url: Url): Effect.Effect<number> =>
  connected(url, async (client) => {
    const { rows: [backend] } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")
    return isCounted && backend !== undefined ? parentOf(backend.pid) : 0
  })

const ask = <Row extends pg.QueryResultRow>(url: Url, sql: string): Effect.Effect<ReadonlyArray<Row>> =>
  connected(url, async (client) => (await client.query<Row>(sql)).rows)

const connected = <A>(url: Url, use: (client: pg.Client) => Promise<A>): Effect.Effect<A> =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const client = new pg.Client(Redacted.value(url))
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => use(client)),
    (client) => Effect.promise(() => client.end()),
  )
