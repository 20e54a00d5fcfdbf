import { Effect } from "effect"
import type pg from "pg"

/**
 * Gives what cuts all connections of a pool and lets it make no others, so that the database rolls back what is open. To
 * be called before the pool has made any connection.
 */
export const abandonConnections = (pool: pg.Pool): Effect.Effect<void> => {
  const open = new Set<pg.PoolClient>()
  pool.on("connect", (client) => open.add(client))
  pool.on("remove", (client) => open.delete(client))
  return Effect.sync(() => {
    // From now on a commit that tries once more gets no connection.
    if (!pool.ending) pool.end().catch(() => {})
    for (const client of open) client.connection.stream.destroy()
  })
}
