import { Effect, type Scope } from "effect"
import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { createServer, type Server as NetServer, type Socket } from "node:net"
import { createServer as createTlsServer, type TLSSocket } from "node:tls"
import type { Credentials } from "../../adapters/aeat/standIn/certificates/makeAuthority.ts"
import { makeAuthority } from "../support/ownAuthority.ts"

/** A public name, which the tests resolve to loopback, and the authority that certifies it. */
export const host = "receptor.ejemplo.es"
export const authority = makeAuthority()
const credentials: Credentials = authority.issue([host])

/** A server that notices can be sent to. */
export interface Receiver {
  readonly port: number
  readonly url: string
  /** Connections made to it so far. */
  readonly connections: () => number
  /** Connections that are open. */
  readonly open: () => number
  /** Closes all of them without notice. */
  readonly cut: () => void
  /** Resets all of them (RST). */
  readonly reset: () => void
}

/** An answer with status 200, as it goes over the connection. */
export const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"

/** Answers 200. */
export const ending: RequestListener = (_request, response) => void response.end()

/** An HTTPS server on loopback, with its own port, until the scope closes. It never closes a connection by itself. */
export const httpsReceiver = (answer: RequestListener, of: Credentials = credentials) =>
  listening(createHttpsServer({ ...of, keepAliveTimeout: 0 }, answer), "https")

/** An HTTP server without TLS. */
export const httpReceiver = (answer: RequestListener) => listening(createHttpServer(answer), "http")

/** A TLS server that sends whatever `converse` writes, HTTP or not. */
export const tlsReceiver = (converse: (socket: TLSSocket) => void, of: Credentials = credentials) =>
  listening(createTlsServer({ ...of }, (socket) => converse(socket.on("error", () => {}))), "https")

/** A TCP server without TLS, whose URL is of HTTPS all the same. */
export const tcpReceiver = (converse: (socket: Socket) => void) => listening(createServer(converse), "https")

const listening = (server: NetServer, scheme: string): Effect.Effect<Receiver, never, Scope.Scope> => {
  const sockets = new Set<Socket>()
  let made = 0
  server.on("connection", (socket: Socket) => {
    made++
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => {})
  })
  server.on("tlsClientError", () => {})
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return Effect.acquireRelease(
    Effect.promise(async () => {
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const url = `${scheme}://${host}:${port}/avisos`
      return { port, url, connections: () => made, open: () => sockets.size, cut, reset }
    }),
    () =>
      Effect.async<void>((resume) => {
        cut()
        server.close(() => resume(Effect.void))
      }),
  )
}

/** Reads a request's whole body, then passes it on. */
export const read = (request: Parameters<RequestListener>[0], then: (body: string) => void): void => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => then(Buffer.concat(chunks).toString()))
}
