import { Clock, Effect } from "effect"
import type pg from "pg"

/** After so long without an event connections may be dead: while the container was frozen nobody could notice. */
const doubtMillis = 5_000

/** How long a connection may take to show that it is there; it is a round trip away. */
const answerMillis = 1_000

/**
 * Gives what is to be done first for each event: connections that did not outlive the time since the last event are
 * replaced.
 */
export const wakeConnections = (pool: pg.Pool): Effect.Effect<void> => {
  let last = 0
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const isDoubtful = now - last > doubtMillis
    last = now
    if (!isDoubtful || pool.idleCount === 0) return Effect.void
    const tries = Array.from({ length: pool.idleCount }, () => Effect.promise(() => tryOne(pool)))
    return Effect.all(tries, { concurrency: "unbounded", discard: true })
  })
}

const tryOne = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect().catch(() => undefined)
  if (client === undefined) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, answerMillis, false)
  })
  const isThere = await Promise.race([client.query("SELECT").then(() => true, () => false), late])
  clearTimeout(timer)
  // Destroyed at once: ended in order, it would wait for its answer.
  if (!isThere) client.connection.stream.destroy()
  client.release(!isThere)
}
