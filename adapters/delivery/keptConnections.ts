import { type Connection, endConnection, isOpen } from "./Connection.ts"

/** Open connections between two requests. */
export interface KeptConnections {
  /** The one to the origin that was used last, if it is still open. */
  readonly take: (origin: string) => Connection | undefined
  /** Keeps it for the next request, or ends it when it is of no more use. */
  readonly keep: (connection: Connection) => void
  /** Ends all; from then on none is kept. */
  readonly close: () => void
}

/**
 * A connection is left for a new one after this long, so that a busy receiver can move to another address.
 */
const lifeMillis = 60_000

/**
 * None at first, and so many at most: beyond it, the one that was unused for longest goes. One that closes
 * meanwhile holds its place until it is looked at.
 */
export const keptConnections = (limit: number): KeptConnections => {
  // In both, what was kept last stands last.
  const all = new Set<Connection>()
  const byOrigin = new Map<string, Array<Connection>>()
  let isClosed = false

  const drop = (connection: Connection, own: Array<Connection>): void => {
    all.delete(connection)
    if (own.length === 0) byOrigin.delete(connection.target.origin)
  }
  const take = (origin: string): Connection | undefined => {
    const own = byOrigin.get(origin) ?? []
    const last = own.pop()
    if (last === undefined) return undefined
    drop(last, own)
    if (isOpen(last)) return last
    endConnection(last)
    return take(origin)
  }
  const endOldest = (): void => {
    for (const { target: { origin } } of all) {
      const own = byOrigin.get(origin) ?? []
      const oldest = own.shift()
      if (oldest === undefined) return
      drop(oldest, own)
      return endConnection(oldest)
    }
  }
  const keep = (connection: Connection): void => {
    const isOld = performance.now() - connection.since > lifeMillis
    if (isClosed || isOld || !isOpen(connection)) return endConnection(connection)
    const { origin } = connection.target
    const own = byOrigin.get(origin)
    if (own === undefined) byOrigin.set(origin, [connection])
    else own.push(connection)
    all.add(connection)
    if (all.size > limit) endOldest()
  }
  const close = (): void => {
    isClosed = true
    for (const connection of all) endConnection(connection)
    all.clear()
    byOrigin.clear()
  }
  return { take, keep, close }
}
