import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

/** Requests of one connection that may be there at once: one is answered, the others wait. */
const atOnceMax = 16

/** The requests of a connection that are not answered yet, `taken` in number. */
interface Line {
  taken: number
  /** The first of them has arrived whole, and waits for its answer. */
  answering: boolean
  /** The connection has been cut. */
  closed: boolean
  /** Bytes that had come when the last answer had left. */
  restedAt: number
  readonly waiting: Array<() => void>
}

/**
 * Requests of one connection are answered one after another, also when they all come at once: otherwise a client that
 * sends and never reads would have as many answers in memory as it has requests in a packet. Where there are more than
 * 16, the connection is cut, since requests alone take memory too; clients then send again what was not answered
 * (RFC 9112, section 9.3.2).
 */
export const makeTurns = () => {
  const lines = new WeakMap<Duplex, Line>()

  const lineOf = (socket: Duplex): Line => {
    const line = lines.get(socket) ?? { taken: 0, answering: false, closed: false, restedAt: 0, waiting: [] }
    lines.set(socket, line)
    return line
  }

  /**
   * Calls `begin` when all earlier requests of the connection are answered; never, when the connection ends before.
   * `begin` is given what to call when the request has arrived whole.
   */
  const take = (
    { socket }: IncomingMessage,
    response: ServerResponse,
    begin: (arrived: () => void) => void,
  ): void => {
    // A connection that breaks under its response is nobody's error.
    response.on("error", () => {})
    const line = lineOf(socket)
    if (line.closed) return
    if (line.taken === atOnceMax) {
      line.closed = true
      return void socket.destroy()
    }
    line.taken++
    const start = (): void => begin(() => void (line.answering = true))
    response.on("close", () => {
      line.taken--
      line.answering = false
      line.restedAt = socket.bytesRead
      if (socket.writable) line.waiting.shift()?.()
    })
    if (line.taken === 1) start()
    else line.waiting.push(start)
  }

  /** Whether a request of the connection has arrived whole and waits for its answer. */
  const owes = (socket: Duplex): boolean => lineOf(socket).answering

  /** Whether a request of the connection has come, and is not answered yet. */
  const isAsked = (socket: Socket): boolean => (lines.get(socket)?.taken ?? 0) > 0

  /** Whether a connection has been answered all that it has asked, and asks nothing new. */
  const isIdle = (socket: Socket): boolean => {
    const line = lines.get(socket)
    return line !== undefined && line.taken === 0 && socket.bytesRead === line.restedAt
  }

  return { take, owes, isAsked, isIdle }
}
