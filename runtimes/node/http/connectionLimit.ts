import type { Socket } from "node:net"
import { countedAddress, isTrusted, type TrustedProxies } from "../../../adapters/http/clientAddress.ts"
import { peerAddress } from "./apiRequest.ts"
import type { Listener } from "./listener.ts"

/** How many connections there may be. */
export interface ConnectionLimit {
  /** In all; one address, unless it is a proxy of ours, has half of them at most. */
  readonly connectionsMax: number
  readonly trustedProxies: TrustedProxies
}

/** Idle connections are looked for at most this often: that takes longer the more there are. */
const sweepMillis = 100

/**
 * Bounds the connections of a server. When there are too many, those on which nothing is under way are closed first,
 * which clients have to expect at any time. If that is not enough, the new connection is closed unread, and `refused` is
 * called. (Node's own `closeIdleConnections` closes also connections that are just coming in, from Node 26 on.) Gives
 * the connections that are open.
 */
export const limitConnections = (
  { isIdle, server }: Pick<Listener, "isIdle" | "server">,
  { connectionsMax, trustedProxies }: ConnectionLimit,
  refused: () => void,
): (() => Iterable<Socket>) => {
  const addressMax = Math.ceil(connectionsMax / 2)
  const addresses = new Map<Socket, string>()
  const ofAddress = new Map<string, number>()
  let swept = Number.NEGATIVE_INFINITY

  const forget = (socket: Socket): void => {
    const address = addresses.get(socket)
    if (address === undefined) return
    addresses.delete(socket)
    const left = (ofAddress.get(address) ?? 1) - 1
    if (left === 0) ofAddress.delete(address)
    else ofAddress.set(address, left)
  }

  const sweep = (): void => {
    if (performance.now() - swept < sweepMillis) return
    swept = performance.now()
    for (const socket of addresses.keys()) {
      if (!socket.destroyed && !isIdle(socket)) continue
      socket.destroy()
      // Its `close` event comes later.
      forget(socket)
    }
  }

  server.on("connection", (socket: Socket) => {
    const peer = peerAddress(socket)
    const isProxy = isTrusted(peer, trustedProxies)
    const address = countedAddress(peer)
    const isFull = (): boolean =>
      addresses.size >= connectionsMax || (!isProxy && (ofAddress.get(address) ?? 0) >= addressMax)

    if (isFull()) sweep()
    if (isFull()) {
      refused()
      return void socket.destroy()
    }
    addresses.set(socket, address)
    ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1)
    socket.once("close", () => forget(socket))
  })
  return () => addresses.keys()
}
