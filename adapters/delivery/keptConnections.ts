import { type Connection, endConnection, isOpen } from "./Connection.ts"

/** Open connections that wait for another request. */
export interface KeptConnections {
  /** Takes out the one to the origin that was used last, of those still open. */
  readonly take: (origin: string) => Connection | undefined
  /** Keeps one for the next request, or ends it when it is of no more use. */
  readonly keep: (connection: Connection) => void
  /** Ends all, and from then on each that comes. */
  readonly close: () => void
}

/**
 * A connection is not kept when it is older than this, in milliseconds, so that a busy receiver can move to another address.
 */
const lifeMillis = 60_000

/**
 * No connections yet, and never more than `limit`: beyond that, the one goes that was unused for the longest. One that the
 * receiver closes meanwhile still counts until it is looked at.
 */
export const keptConnections = (limit: number): KeptConnections => {
  // In both of these the one that was kept last stands last.
  const all = new Set<Connection>()
  const byOrigin = new Map<string, Array<Connection>>()
  let isClosed = false

  /** Forgets a connection, after it was taken out of `own`, those of its origin. */
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
    const [oldest] = all
    if (oldest === undefined) return
    const own = byOrigin.get(oldest.target.origin) ?? []
    own.shift()
    drop(oldest, own)
    endConnection(oldest)
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
