import type pg from "pg"

/** Connections of a pool that are taken in turns. */
export interface Turns {
  /**
   * Waits for a turn and a connection. Fails where there is none in time, and where nobody waits for it any more: what a
   * client that has gone away asked for is not begun.
   */
  readonly take: (signal?: AbortSignal) => Promise<pg.PoolClient>
  readonly giveBack: (client: pg.PoolClient) => void
}

/** As long as the pool has anybody wait for a connection (PostgresPool.ts). */
const waitMillis = 5_000

/**
 * So many connections at once: what may take long leaves the others to commits and to reads by key, however many ask
 * for it.
 */
export const turnsOn = (pool: pg.Pool, most: number): Turns => {
  let free = most
  const waiting = new Set<() => void>()

  const next = (): void => {
    const [first] = waiting
    if (first === undefined) free++
    else first()
  }

  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        waiting.delete(come)
        clearTimeout(timer)
        signal?.removeEventListener("abort", gone)
      }
      const come = (): void => {
        end()
        resolve()
      }
      const fail = (why: string) => (): void => {
        end()
        reject(new Error(why))
      }
      const gone = fail("nobody waits for this read any more")
      const timer = setTimeout(fail("every connection for reads was in use for too long"), waitMillis)
      signal?.addEventListener("abort", gone, { once: true })
      waiting.add(come)
    })

  const take = async (signal?: AbortSignal): Promise<pg.PoolClient> => {
    if (free > 0) free--
    else await turn(signal)
    try {
      const client = await pool.connect()
      if (signal?.aborted !== true) return client
      client.release()
    } catch (error) {
      next()
      throw error
    }
    next()
    throw new Error("nobody waits for this read any more")
  }

  return {
    take,
    giveBack: (client) => {
      client.release()
      next()
    },
  }
}
