import { Effect, type Scope } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { inject } from "vitest"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"
import { withLock } from "../../runtimes/node/postgres/folder/folderLock.ts"
import { newFolder } from "./serverObservation.ts"
import { dataFolder } from "./talonarioProcess.ts"

/** A server's folder as `newFolder` names it, but with data in the current schema. No server runs on it yet. */
export const preparedFolder: Effect.Effect<string, never, Scope.Scope> = Effect.tap(newFolder, (folder) => copyTo(folder))

/** A folder for one test's data as `dataFolder` makes it, with a database in the current schema, on which no server runs yet. */
export const preparedDataFolder: Effect.Effect<string, never, Scope.Scope> = Effect.tap(dataFolder, (folder) =>
  copyTo(join(folder, "postgres")))

const copyTo = (folder: string) =>
  Effect.flatMap(original, (from) =>
    // Unlike Node's own copy, it keeps the owner: PostgreSQL wants to own its data.
    Effect.promise(() => promisify(execFile)("cp", ["-a", from, folder])))

/** What is copied: making it takes longer than a test. The first test of the run that needs it makes it, in whichever process. */
const original = Effect.suspend(() => {
  const folder = join(inject("postgresFolder"), "prepared")
  const making = `${folder}.making`
  const made = Effect.gen(function*() {
    if (existsSync(folder)) return
    yield* Effect.promise(() => rm(making, { recursive: true, force: true }))
    const server = embeddedPostgres({ folder: making, durable: false })
    yield* Effect.scoped(Effect.flatMap(server, ({ url }) =>
      Effect.provide(migrate, PostgresPool.layer({ url, connectionsMax: 2 }))))
    // Copies begin a log of their own, and do not all ask for the same port first.
    for (const file of ["port", "postgres.log"]) yield* Effect.promise(() => rm(join(making, file)))
    yield* Effect.promise(() => rename(making, folder))
  })
  return Effect.as(Effect.orDie(withLock(`${folder}.lock`)(made)), folder)
})
