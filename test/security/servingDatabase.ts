import { Effect, Layer, Redacted, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { inject } from "vitest"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import { grantServing } from "../../adapters/postgres/schema/servingRole.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { serverFolder } from "../../runtimes/node/postgres/folder/serverFolder.ts"
import { queried } from "../support/queried.ts"
import { migratedDatabase } from "../support/testStorage.ts"

type Url = Redacted.Redacted<string>

/** Connections with the role of the address. */
export const poolOf = (url: Url) => PostgresPool.layer({ url, connectionsMax: 8 })

/** Storage with the role of the address, after the check of the schema that every start does. */
export const storageFor = (url: Url) =>
  StoragePostgres.layer.pipe(
    Layer.provideMerge(Layer.effectDiscard(Effect.orDie(migrate))),
    Layer.provideMerge(poolOf(url)),
    Layer.provideMerge(EntropyWebCrypto.layer),
  )

/** The address of the database for another role. */
export const urlAs = (url: Url, user: string, password: string): Url => {
  const address = new URL(Redacted.value(url))
  address.username = encodeURIComponent(user)
  address.password = encodeURIComponent(password)
  return Redacted.make(address.href)
}

/** The address of the database for the superuser of the run's server. */
export const asSuperuser = (url: Url): Effect.Effect<Url> =>
  Effect.map(
    Effect.promise(() => readFile(serverFolder(inject("postgresFolder")).password, "utf8")),
    (password) => urlAs(url, "postgres", password.trim()),
  )

/** Creates a role with this password and these attributes; it is dropped, with its grants, when the scope closes. */
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

/**
 * A migrated database: its address for the owner, and for a role that may only serve. As where databases are hardened, not
 * everybody may call its functions.
 */
export const servedDatabase = (password = "of-the-serving-role") =>
  Effect.gen(function*() {
    const { url: owner } = yield* migratedDatabase
    const role = yield* madeRole(owner, password)
    yield* queried(owner, "REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC")
    yield* Effect.provide(grantServing(role), poolOf(owner))
    return { owner, role, serving: urlAs(owner, role, password) }
  })
