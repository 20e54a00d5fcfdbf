import type pg from "pg"

/** A share of a pool's connections, for which reads queue up. */
export interface Turns {
  /**
   * Waits for a turn and a connection. Fails when there is none in time, and when it is aborted: a read that a client asked
   * for and then went away is not begun.
   */
  readonly take: (signal?: AbortSignal) => Promise<pg.PoolClient>
  /** Ends the turn, and its connection too if that is of no use any more. */
  readonly giveBack: (client: pg.PoolClient, isBroken?: boolean) => void
}

/**
 * How long a turn is waited for, in milliseconds: as long as the pool makes anybody wait for a connection (PostgresPool.ts).
 */
const waitMillis = 5_000

/**
 * At most `most` connections of the pool at once: however many reads that may take long are asked for, the others stay free.
 */
export const turnsOn = (pool: pg.Pool, most: number): Turns => {
  let free = most
  const waiting = new Set<() => void>()

  /** Passes a turn that has ended on to whoever has waited longest. */
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
    giveBack: (client, isBroken = false) => {
      client.release(isBroken)
      next()
    },
  }
}
