import { Effect, FiberSet, type Scope } from "effect"
import type pg from "pg"
import { tableNames } from "../../../core/commit/tables.ts"
import { storedTables } from "../tables/storedTables.ts"

/**
 * The planner knows nothing of a table that has just been made, may choose an index that is as good as others while
 * the table is empty, and keeps that plan while thousands of rows come in. Autovacuum would tell it better within
 * minutes; until then we do: ANALYZE makes every connection plan again.
 */

/** After so many transactions of this process young tables are looked for. */
const moments = new Set([4, 32, 256, 2048])

/** Tables with fewer rows, as far as the planner knows, are young. */
const youngRows = 5_000

/** Tables that commits keep beside the stored ones. */
const kept = ["counter", "group_part", "invoice_group", "invoice_label", "row_group", "row_label", "writer"]

const young = {
  text: "SELECT oid::regclass::text AS name FROM pg_class WHERE oid = ANY($1::regclass[]) AND reltuples < $2",
  values: [[...tableNames.map((table) => storedTables[table].name), ...kept], youngRows],
}

const analyze = (pool: pg.Pool): Effect.Effect<void> =>
  Effect.tryPromise(async () => {
    const { rows } = await pool.query<{ name: string }>(young)
    if (rows.length > 0) await pool.query(`ANALYZE ${rows.map(({ name }) => name).join(", ")}`)
  }).pipe(Effect.catchAll((error) => Effect.logDebug("no statistics of young tables", error.message)))

/** Gives what is to be called after each transaction; the work is done in passing, while the scope is open. */
export const watchYoungTables = (pool: pg.Pool): Effect.Effect<() => void, never, Scope.Scope> =>
  Effect.map(FiberSet.makeRuntime<never>(), (fork) => {
    let transactions = 0
    return () => {
      transactions++
      if (moments.has(transactions)) fork(analyze(pool))
    }
  })
