import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type pg from "pg"
import { settings, startOptions } from "./sessionSettings.ts"

const lost = "sessions of the database lack the settings that they were asked to start with, time limits among them: a pooler that"
  + " ignores startup parameters needs the session mode \"pooled\" (TALONARIO_DATABASE_SESSION)"

/**
 * Warns where connections of this pool were to start with our settings and did not, as behind a PgBouncer that was told to ignore
 * them (`ignore_startup_parameters`): statements would be slow, and wait without end. Fails as the database does.
 */
export const warnOfLostSettings = ({ options }: pg.Pool): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function*() {
    if (options.options?.endsWith(startOptions) !== true) return
    const sql = yield* SqlClient.SqlClient
    const [session] = yield* sql<{ seqscan: string }>`SELECT current_setting('enable_seqscan') AS seqscan`
    if (session?.seqscan !== settings.enable_seqscan) yield* Effect.logWarning(lost)
  })
