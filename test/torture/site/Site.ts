import { Effect, Redacted, type Scope } from "effect"
import pg from "pg"
import { makeWire, type Wire } from "../wire/Wire.ts"
import { type DatabaseServer, databaseServer, temporaryFolder } from "./DatabaseServer.ts"
import { type Guard, guard } from "./guard.ts"
import { type Service, startService, type Variables } from "./Service.ts"

/** What a trial is carried out on. */
export interface SiteNeeds {
  /** Processes that serve the same database. */
  readonly services: number
  /** The database is the services' own embedded one. */
  readonly embedded?: boolean
  /** Folder that holds it; a temporary one unless told. */
  readonly home?: Effect.Effect<string, never, Scope.Scope>
  /** Beside what every process is told. */
  readonly variables?: (service: number) => Variables
  /** Of the command line. */
  readonly options?: (service: number) => ReadonlyArray<string>
}

/** A database, a way to it on which things happen, and processes that serve it. */
export interface Site {
  readonly database: DatabaseServer
  readonly wire: Wire
  readonly services: ReadonlyArray<Service>
  /** Connections past the wire, for looking and for making trouble. */
  readonly pool: pg.Pool
}

const secret = "the torture keeps no secrets: 32 or more"

/** A fresh database server, and who ends everything should we be killed. */
export const openDatabase = (
  { home }: SiteNeeds,
): Effect.Effect<{ readonly database: DatabaseServer; readonly guard: Guard }, never, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = yield* home ?? temporaryFolder("talonario-torture-")
    const watching = yield* guard(folder)
    return { database: yield* databaseServer(folder), guard: watching }
  })

/** Processes on the database, whose schema is up to date. */
export const openSite = (
  database: DatabaseServer,
  watching: Guard,
  { embedded = false, options, services, variables }: SiteNeeds,
): Effect.Effect<Site, never, Scope.Scope> =>
  Effect.gen(function*() {
    const wire = yield* makeWire(database.port)
    const address = new URL(Redacted.value(database.url))
    address.port = String(wire.port)
    const mail = yield* temporaryFolder("talonario-torture-mail-")
    const started = yield* Effect.forEach(Array.from({ length: services }, (_, n) => n), (n) =>
      startService({
        ...(embedded ? { TALONARIO_DATA: database.home } : { DATABASE_URL: address.href, TALONARIO_DATA: mail }),
        TALONARIO_SECRET: secret,
        TALONARIO_PUBLIC_URL: "http://talonario.example",
        TALONARIO_RATE_LIMIT: "1000000/60",
        TALONARIO_WEBHOOK_ALLOW: "127.0.0.1",
        ...variables?.(n),
      }, options?.(n) ?? [], watching), { concurrency: "unbounded" })
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Pool({ connectionString: Redacted.value(database.url), max: 4 }).on("error", () => {})),
      (pool) => Effect.promise(() => pool.end()),
    )
    return { database, wire, services: started, pool }
  })
