import { setImmediate } from "node:timers"
import type pg from "pg"
import type { Queries } from "../Statement.ts"
import type { Turns } from "./turns.ts"

/** Runs reads on a connection. When it is aborted before it has one, it fails without running them. */
type OnConnection = <A>(use: (queries: Queries) => Promise<A>, signal?: AbortSignal) => Promise<A>

/** A connection that was taken once, for several who read. */
interface Shared {
  readonly client: Promise<pg.PoolClient>
  /** How many have asked for it, and how many of these are not done with it yet. */
  asked: number
  users: number
}

/** How many may share a connection: the server answers them one after another. */
const usersMax = 8

/** Gives each read a connection of its own. */
export const ownConnections = ({ giveBack, take }: Turns): OnConnection => async (use, signal) => {
  const client = await take(signal)
  try {
    return await use(client)
  } finally {
    giveBack(client)
  }
}

/**
 * Lets reads that come within one turn of the event loop share a connection: their statements leave and are answered
 * together, which costs the server half as much and the process a third less. For reads that all take about the same time.
 * When a read fails that shares a connection, it is tried once more alone: the statement that failed may be another's.
 */
export const sharedConnections = (turns: Turns): OnConnection => {
  const alone = ownConnections(turns)
  let gathering: Shared | undefined

  /** From here on nobody joins. */
  const close = (shared: Shared): void => {
    if (gathering === shared) gathering = undefined
  }

  const join = (): Shared => {
    if (gathering !== undefined && gathering.asked < usersMax) return gathering
    const shared = { client: turns.take(), asked: 0, users: 0 }
    gathering = shared
    // Imported, since a host's tests may put fake timers in the place of the global ones.
    setImmediate(close, shared)
    return shared
  }

  const leave = (shared: Shared, client: pg.PoolClient): void => {
    shared.users--
    if (shared.users > 0) return
    close(shared)
    turns.giveBack(client)
  }

  return async (use) => {
    const shared = join()
    shared.asked++
    shared.users++
    // Not within `try`: when there is no connection to be had, which takes seconds to tell, trying once more is no use.
    const client = await shared.client
    try {
      return await use(client)
    } catch (error) {
      if (shared.asked === 1) throw error
    } finally {
      leave(shared, client)
    }
    return alone(use)
  }
}
