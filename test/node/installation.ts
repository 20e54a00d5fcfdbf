import { Effect, Redacted, type Scope } from "effect"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import type { Variables } from "./talonarioProcess.ts"

/** What commands need to work on a database that is there. */
export interface Installation {
  /** Environment variables with which a `talonario` process uses the database. */
  readonly variables: Variables
  readonly url: Redacted.Redacted<string>
  /** For files that a test gives to commands or has from them. */
  readonly folder: string
}

/** An installation on a fresh database of the run's server, so that no command has to start one. */
export const installation: Effect.Effect<Installation, never, Scope.Scope> = Effect.gen(function*() {
  const { url } = yield* migratedDatabase
  const folder = yield* temporaryFolder("talonario-installation-")
  return { url, folder, variables: { DATABASE_URL: Redacted.value(url), TALONARIO_SECRET: "commands keep this one: 32 and more", TALONARIO_DATA: folder } }
})
