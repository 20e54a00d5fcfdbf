import type { Socket } from "node:net"
import type { Client } from "undici/index.js"
import type { WebhookTarget } from "./webhookTarget.ts"

/**
 * A connection to a receiver. It is made without a socket and then opened, so that its holder can end it at any moment, also
 * while it connects.
 */
export interface Connection {
  readonly target: WebhookTarget
  /** When it was made, in milliseconds since the process began (`performance.now`). */
  readonly since: number
  /** The TCP socket, since connecting began; over https, after that, the TLS socket around it. */
  socket: Socket | undefined
  /** Speaks HTTP/1.1 over this socket and never opens another; there once the connection is open. */
  client: Client | undefined
  /** Whether it has carried a whole answer before. */
  isUsed: boolean
  /** `onReadLimit` is called when the socket has read more bytes than this since it was opened. */
  readLimit: number
  onReadLimit: () => void
}

/** A connection that begins now and has no socket yet. */
export const emptyConnection = (target: WebhookTarget): Connection => ({
  target,
  since: performance.now(),
  socket: undefined,
  client: undefined,
  isUsed: false,
  readLimit: Number.POSITIVE_INFINITY,
  onReadLimit: () => {},
})

/** Whether another request may be sent over it. */
export const isOpen = ({ client, socket }: Connection): boolean =>
  client !== undefined && !client.destroyed && socket !== undefined && !socket.destroyed && socket.writable

/** Ends it at once; whoever waits on it fails. */
export const endConnection = ({ client, socket }: Connection): void => {
  socket?.destroy()
  void client?.destroy()
}
