import { Effect, type Scope } from "effect"
import { connect } from "node:net"

/** A bare TCP connection to this machine, on which anything can be sent. */
export interface RawConnection {
  readonly send: (text: string | Uint8Array) => void
  /** Everything received, once the other end has closed. */
  readonly end: Effect.Effect<string>
  /** Everything received so far, once it contains the text. */
  readonly until: (text: string) => Effect.Effect<string>
  /** Destroys the connection. */
  readonly breakOff: () => void
}

/** Connects to a port; the connection is destroyed when the scope closes. */
export const dial = (port: number): Effect.Effect<RawConnection, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<RawConnection>((resume) => {
      let received = ""
      const socket = connect(port, "127.0.0.1")
      socket.on("data", (chunk: Buffer) => (received += chunk.toString("utf8"))).on("error", () => {})
      const when = (event: "data" | "close", ready: () => boolean) =>
        Effect.async<string>((answer) => {
          const look = (): void => {
            if (!ready()) return
            socket.off(event, look)
            answer(Effect.sync(() => received))
          }
          socket.on(event, look)
          look()
        })
      socket.on("connect", () => resume(Effect.succeed({
        send: (text) => void socket.write(text),
        end: when("close", () => socket.closed),
        until: (text) => when("data", () => received.includes(text)),
        breakOff: () => void socket.destroy(),
      })))
    }),
    ({ breakOff }) => Effect.sync(breakOff),
  )

/** Status, headers by lower-case name, and body of the last response in what was received. */
export const lastResponse = (text: string) => {
  const [head = "", body = ""] = (text.split(/(?=HTTP\/1\.1 \d)/).at(-1) ?? "").split("\r\n\r\n")
  const [line = "", ...lines] = head.split("\r\n")
  const headers = new Map(lines.map((header): [string, string] => {
    const [name = "", value = ""] = header.split(": ")
    return [name.toLowerCase(), value]
  }))
  return { status: Number(line.split(" ")[1]), headers, body }
}
