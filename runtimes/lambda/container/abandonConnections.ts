import { Effect } from "effect"
import type pg from "pg"

/** Made before the pool has any: cuts all connections and gives none any more, so that the database rolls back what is open. */
export const abandonConnections = (pool: pg.Pool): Effect.Effect<void> => {
  const open = new Set<pg.PoolClient>()
  pool.on("connect", (client) => open.add(client))
  pool.on("remove", (client) => open.delete(client))
  return Effect.sync(() => {
    // From now on it gives no connection to what tries once more.
    if (!pool.ending) pool.end().catch(() => {})
    for (const client of open) client.connection.stream.destroy()
  })
}
