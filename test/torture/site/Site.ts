import { Effect, Redacted, type Scope } from "effect"
import pg from "pg"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { makeWire, type Wire } from "../wire/Wire.ts"
import { type DatabaseServer, databaseServer } from "./DatabaseServer.ts"
import { type Guard, guard } from "./guard.ts"
import { type Service, startService, type Variables } from "./Service.ts"

/** What kind of site a trial needs. */
export interface SiteNeeds {
  /** The number of processes on the database. */
  readonly services: number
  /** Whether the database is the services' embedded one. */
  readonly embedded?: boolean
  /** The folder of the database; by default a temporary one. */
  readonly home?: Effect.Effect<string, never, Scope.Scope>
  /** Environment variables of a process besides those that all have. */
  readonly variables?: (service: number) => Variables
  /** Options of the command line of a process. */
  readonly options?: (service: number) => ReadonlyArray<string>
}

/** A database, a wire to it that can be disturbed, and processes that use it. */
export interface Site {
  readonly database: DatabaseServer
  readonly wire: Wire
  readonly services: ReadonlyArray<Service>
  /** Connections that bypass the wire, to look into the database and to do harm. */
  readonly pool: pg.Pool
}

const secret = "the torture keeps no secrets: 32 or more"

/** A fresh database server, and a guard that ends everything if this process is killed. */
export const openDatabase = (
  { home }: SiteNeeds,
): Effect.Effect<{ readonly database: DatabaseServer; readonly guard: Guard }, never, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = yield* home ?? temporaryFolder("talonario-torture-")
    const watching = yield* guard(folder)
    return { database: yield* databaseServer(folder), guard: watching }
  })

/** Starts processes on the database, whose schema is up to date. */
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
