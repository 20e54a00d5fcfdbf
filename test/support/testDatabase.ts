import { Effect, Redacted, Scope } from "effect"
import { randomBytes } from "node:crypto"
import pg from "pg"
import { inject } from "vitest"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"

/** What test databases are copied from. It is made once per run, by the first test that needs it, in whichever file. */
export interface Template {
  /** Lower-case letters, digits and `_`, at most 40; the same name means the same content. */
  readonly name: string
  /** Fills the empty database at `url`, with migrations for instance, and closes its connections. */
  readonly prepare: (url: Redacted.Redacted<string>) => Effect.Effect<unknown, unknown>
}

/** A fresh database on the run's server, empty or a copy of the template; dropped when the scope closes. */
export const testDatabase = (
  template?: Template,
): Effect.Effect<{ readonly url: Redacted.Redacted<string> }, never, Scope.Scope> =>
  Effect.gen(function*() {
    const server = yield* Effect.promise(joinServer)
    const name = `test_${randomBytes(8).toString("hex")}`
    const create = withClient(server, (run) =>
      Effect.gen(function*() {
        const source = template === undefined ? "template1" : yield* madeTemplate(server, run, template)
        // With fsync off this is the quicker strategy.
        yield* run(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`)
      }))
    const drop = withClient(server, (run) =>
      Effect.zipRight(disconnectAll(run, name), run(`DROP DATABASE ${name}`)))
    yield* Effect.acquireRelease(create, () => drop)
    return { url: databaseUrl(server, name) }
  })

let joining: Promise<Redacted.Redacted<string>> | undefined

/** Once per worker, and never closed: the end of the run stops the server. It runs outside of any test's clock. */
const joinServer = (): Promise<Redacted.Redacted<string>> =>
  joining ??= Effect.runPromise(Effect.gen(function*() {
    const scope = yield* Scope.make()
    const server = embeddedPostgres({ folder: inject("postgresFolder"), durable: false })
    return (yield* Scope.extend(server, scope)).url
  }))

const databaseUrl = (server: Redacted.Redacted<string>, name: string): Redacted.Redacted<string> => {
  const url = new URL(Redacted.value(server))
  url.pathname = `/${name}`
  return Redacted.make(url.href)
}

type Run = (sql: string, values?: ReadonlyArray<string>) => Effect.Effect<pg.QueryResult>

const withClient = <A>(
  server: Redacted.Redacted<string>,
  use: (run: Run) => Effect.Effect<A>,
): Effect.Effect<A> =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const client = new pg.Client(Redacted.value(databaseUrl(server, "postgres")))
      await client.connect()
      return client
    }),
    (client) => use((sql, values = []) => Effect.promise(() => client.query(sql, [...values]))),
    (client) => Effect.promise(() => client.end()),
  )

// Only connections of our own role. DROP DATABASE ends autovacuum by itself, whereas WITH (FORCE), or ending autovacuum's
// process from here, is refused to a role that is not a superuser.
const disconnectAll = (run: Run, database: string) =>
  run(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = $1 AND usename = current_user`,
    [database],
  )

/** The name of the template's database. It gets its name only when it is complete: one that failed halfway is made anew. */
const madeTemplate = (
  server: Redacted.Redacted<string>,
  run: Run,
  template: Template,
): Effect.Effect<string> =>
  Effect.gen(function*() {
    const [done, making] = [`template_${template.name}`, `making_${template.name}`]
    yield* run("SELECT pg_advisory_lock(hashtext($1))", [done])
    const { rowCount } = yield* run("SELECT FROM pg_database WHERE datname = $1", [done])
    if (rowCount === 0) {
      yield* disconnectAll(run, making)
      yield* run(`DROP DATABASE IF EXISTS ${making}`)
      yield* run(`CREATE DATABASE ${making}`)
      yield* Effect.orDie(template.prepare(databaseUrl(server, making)))
      // A connection that was just closed may still count as open for a moment.
      yield* disconnectAll(run, making)
      yield* run(`ALTER DATABASE ${making} RENAME TO ${done}`)
    }
    yield* run("SELECT pg_advisory_unlock(hashtext($1))", [done])
    return done
  })
