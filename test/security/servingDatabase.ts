import { Effect, Layer, Redacted, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import pg from "pg"
import { inject } from "vitest"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import { grantServing } from "../../adapters/postgres/schema/servingRole.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { serverFolder } from "../../runtimes/node/postgres/folder/serverFolder.ts"

import { migratedDatabase } from "../support/testStorage.ts"

type Url = Redacted.Redacted<string>

/** Connections as the role of the address. */
export const poolOf = (url: Url) => PostgresPool.layer({ url, connectionsMax: 8 })

/** Storage as the role of the address has it, after the look at the schema that each start takes. */
export const storageFor = (url: Url) =>
  StoragePostgres.layer.pipe(
    Layer.provideMerge(Layer.effectDiscard(Effect.orDie(migrate))),
    Layer.provideMerge(poolOf(url)),
    Layer.provideMerge(EntropyWebCrypto.layer),
  )

/** Rows of one statement on a connection of its own; fails as the driver does. */
export const queried = (url: Url, sql: string, values: ReadonlyArray<unknown> = []) =>
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

/** The database as another role sees it. */
export const urlAs = (url: Url, user: string, password: string): Url => {
  const address = new URL(Redacted.value(url))
  address.username = encodeURIComponent(user)
  address.password = encodeURIComponent(password)
  return Redacted.make(address.href)
}

/** The database as the superuser of the run's server sees it. */
export const asSuperuser = (url: Url): Effect.Effect<Url> =>
  Effect.map(
    Effect.promise(() => readFile(serverFolder(inject("postgresFolder")).password, "utf8")),
    (password) => urlAs(url, "postgres", password.trim()),
  )

/** A role with this password and what else is told, which is dropped with the scope; what it was granted goes before. */
export const madeRole = (url: Url, password: string, attributes = ""): Effect.Effect<string, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const superuser = yield* asSuperuser(url)
    const role = `Serving ${randomBytes(6).toString("hex")}`
    yield* Effect.acquireRelease(
      queried(superuser, `CREATE ROLE "${role}" LOGIN PASSWORD '${password}' ${attributes}`),
      () => Effect.ignore(queried(superuser, `DROP OWNED BY "${role}"; DROP ROLE "${role}"`)),
    )
    return role
  })

/** A migrated database, and the same one as a role that may only serve. */
export const servedDatabase = (password = "of-the-serving-role") =>
  Effect.gen(function*() {
    const { url: owner } = yield* migratedDatabase
    const role = yield* madeRole(owner, password)
    yield* Effect.provide(grantServing(role), poolOf(owner))
    return { owner, role, serving: urlAs(owner, role, password) }
  })
