import { Effect } from "effect"
import type pg from "pg"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { testDatabase } from "../support/testDatabase.ts"

/** Uses one of our pools, with that many connections, on an empty database. */
export const onPool = <A>(connectionsMax: number, use: (pool: pg.Pool) => Promise<A>) =>
  Effect.gen(function*() {
    const { url } = yield* testDatabase()
    const used = Effect.flatMap(PostgresPool.PostgresPool, (pool) => Effect.promise(() => use(pool)))
    return yield* Effect.provide(used, PostgresPool.layer({ url, connectionsMax }))
  })
