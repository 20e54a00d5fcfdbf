import { once } from "node:events"
import { connect } from "node:net"

/** One HTTP/1.1 connection that is kept open, with one request at a time on it. */
export interface KeepAliveConnection {
  /** Sends a whole request; returns the status of the response once its body has arrived. */
  readonly ask: (request: string) => Promise<number>
  readonly close: () => void
}

interface Waiting {
  readonly resolve: (status: number) => void
  readonly reject: (error: Error) => void
}

/**
 * Opens a connection with as little of a client as measuring needs, since it shares the processors with the server. It
 * understands Content-Length and nothing else.
 */
export const openConnection = async (hostname: string, port: number): Promise<KeepAliveConnection> => {
  const socket = connect({ host: hostname, port, noDelay: true })
  await once(socket, "connect")
  let pending: Waiting | undefined
  let received: Buffer = Buffer.alloc(0)

  const settle = (act: (waiting: Waiting) => void): void => {
    const waiting = pending
    pending = undefined
    received = Buffer.alloc(0)
    if (waiting !== undefined) act(waiting)
  }
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const status = statusOfWhole(received)
    if (status instanceof Error) settle(({ reject }) => reject(status))
    else if (status !== undefined) settle(({ resolve }) => resolve(status))
  })
  socket.on("error", (error) => settle(({ reject }) => reject(error)))
  socket.on("close", () => settle(({ reject }) => reject(new Error("the server closed a connection"))))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** The status of a response that has arrived in full; undefined while some of it is missing. */
const statusOfWhole = (received: Buffer): number | Error | undefined => {
  const end = received.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const head = received.toString("latin1", 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) return new Error(`a response without Content-Length: ${head}`)
  const missing = end + 4 + Number(length) - received.length
  if (missing < 0) return new Error("more came than was asked for")
  return missing > 0 ? undefined : Number(head.slice(9, 12))
}
