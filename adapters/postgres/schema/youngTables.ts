import { Effect, FiberSet, type Scope } from "effect"
import type pg from "pg"
import { tableNames } from "../../../core/commit/tables.ts"
import { storedTables } from "../tables/storedTables.ts"

// The planner knows nothing of a table that has just been made. It may choose an index that is as good as any other while the
// table is empty, and keep that plan while thousands of rows come in. Autovacuum would gather statistics only minutes later.
// Until then we do it: ANALYZE makes every connection plan anew.

/** Young tables are looked for after this many transactions of the process. */
const moments = new Set([4, 32, 256, 2048])

/** A table is young while the planner knows of fewer rows. */
const youngRows = 5_000

/** The tables that commits write beside the stored ones. */
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

/**
 * Gives a function that is to be called after each transaction. It starts the work in the background, while the scope is open.
 */
export const watchYoungTables = (pool: pg.Pool): Effect.Effect<() => void, never, Scope.Scope> =>
  Effect.map(FiberSet.makeRuntime<never>(), (fork) => {
    let transactions = 0
    return () => {
      transactions++
      if (moments.has(transactions)) fork(analyze(pool))
    }
  })
