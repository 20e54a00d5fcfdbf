import { Effect, Redacted, Scope } from "effect"
import { randomBytes } from "node:crypto"
import pg from "pg"
import { inject } from "vitest"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"

/** What databases are copied from: made once per run, by the first test that wants it, in whichever file. */
export interface Template {
  /** Lower-case letters, digits and `_`, at most 40; the same name means the same content. */
  readonly name: string
  /** Fills the empty database at `url`, such as by the migrations, and closes its connections. */
  readonly prepare: (url: Redacted.Redacted<string>) => Effect.Effect<unknown, unknown>
}

/** A fresh database of the run's server, empty or a copy of the template; dropped when the scope closes. */
export const testDatabase = (
  template?: Template,
): Effect.Effect<{ readonly url: Redacted.Redacted<string> }, never, Scope.Scope> =>
  Effect.gen(function*() {
    const server = yield* Effect.promise(joinServer)
    const name = `test_${randomBytes(8).toString("hex")}`
    const create = withClient(server, (run) =>
      Effect.gen(function*() {
        const source = template === undefined ? "template1" : yield* madeTemplate(server, run, template)
        // The quicker strategy where fsync is off.
        yield* run(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`)
      }))
    const drop = withClient(server, (run) =>
      Effect.zipRight(disconnectAll(run, name), run(`DROP DATABASE ${name}`)))
    yield* Effect.acquireRelease(create, () => drop)
    return { url: databaseUrl(server, name) }
  })

let joining: Promise<Redacted.Redacted<string>> | undefined

/** Once per test file, and never left: the run's end stops the server. Not under the clock of one test. */
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

// Only connections of our own role: DROP DATABASE sends autovacuum away by itself, while WITH (FORCE), or
// ending its process from here, is refused to a role that is no superuser.
const disconnectAll = (run: Run, database: string) =>
  run(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = $1 AND usename = current_user`,
    [database],
  )

/** The name of the template's database. It gets that name when it is whole: one that failed is made anew. */
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
