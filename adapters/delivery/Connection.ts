import type { Socket } from "node:net"
import type { Client } from "undici/index.js"
import type { WebhookTarget } from "./webhookTarget.ts"

/**
 * A connection to a receiver. It is made empty and then opened, so that its holder can end it at any moment,
 * whatever it waits for.
 */
export interface Connection {
  readonly target: WebhookTarget
  /** When it was made, in milliseconds of the process. */
  readonly since: number
  /** From when connecting begins; then the one that speaks TLS. */
  socket: Socket | undefined
  /** Once it is open: speaks HTTP/1.1 over this socket and never opens another. */
  client: Client | undefined
  /** Whether it has carried a whole answer before. */
  isUsed: boolean
  /** Bytes, counted since it was opened; `onReadLimit` is called when the socket has read more. */
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

/** Ends it at once; what waits on it fails. */
export const endConnection = ({ client, socket }: Connection): void => {
  socket?.destroy()
  void client?.destroy()
}
