import { Effect, Fiber, Runtime, type Scope } from "effect"
import type { Server } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import type { TrustedProxies } from "../../../adapters/http/clientAddress.ts"
import type { HttpInterface } from "../../../adapters/http/httpInterface.ts"
import { sparseWarning } from "../../../core/telemetry/sparseWarning.ts"
import { limitConnections } from "./connectionLimit.ts"
import { makeListener, type Listener } from "./listener.ts"
import { type CannotListen, listen, type ListenAddress, type Listening } from "./listening.ts"

/** Where the service listens, and its limits. */
export interface HttpServerSettings extends ListenAddress {
  /** How long running requests are waited for at the end; 20 seconds by default. */
  readonly drainMillis?: number
  /** How long a request may take to arrive whole; 30 seconds by default, a third of it for its headers. */
  readonly arrivalMillis?: number
  /** How long nothing may move on a connection, as where the client does not read; two minutes by default. */
  readonly stalledMillis?: number
  /** Connections at most, half of them of one address; 2048 by default. */
  readonly connectionsMax?: number
  /** Proxies that are believed when they name the client's address; none by default. */
  readonly trustedProxies?: TrustedProxies
}

/**
 * How long a connection on which nothing has come, or nothing since the last answer, is kept once the server stops: a request
 * may be on its way. Closed at once, it would be reset with it, and a proxy may not send a write again.
 */
const silentMillis = 500

/** How long connections are taken in at most, once the server stops, while one follows another. */
const takingMillis = 5_000

/** How often connections are looked at meanwhile. */
const sweepMillis = 50

/**
 * Serves the interface over HTTP/1.1 until the scope closes: then it takes no new connections, lets requests that
 * have come end, and cuts off what is left after the wait. Each request runs in a fiber of its own, which a
 * client that goes away interrupts where it only reads.
 */
export const serveHttp = <R = never>(
  http: HttpInterface<R>,
  settings: HttpServerSettings,
): Effect.Effect<Listening, CannotListen, Scope.Scope | R> =>
  Effect.gen(function*() {
    const { arrivalMillis = 30_000, connectionsMax = 2_048, drainMillis = 20_000, host, port } = settings
    const { stalledMillis = 120_000, trustedProxies = [] } = settings
    const runtime = yield* Effect.runtime<R>()
    const fork = Runtime.runFork(runtime)
    const listener = makeListener(http, { arrivalMillis, stalledMillis, trustedProxies }, (effect) => fork(effect))
    const warn = sparseWarning("connections are refused: there are too many")
    const connections = limitConnections(listener, { connectionsMax, trustedProxies }, () => void fork(warn({ connectionsMax })))
    const failed = ({ message }: Error): void =>
      void fork(Effect.logWarning("the HTTP server could not take a connection", message))
    return yield* Effect.acquireRelease(
      listen(listener.server, settings, `HOST ${host}, PORT ${port}`, failed),
      () => drain(listener, connections, drainMillis),
    )
  })

/**
 * Ends the server: requests that have come are waited for, up to `waitMillis`. In real time, whatever the clock of the
 * scope.
 */
const drain = (listener: Listener, connections: () => Iterable<Socket>, waitMillis: number): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { running, server, stop } = listener
    const cut = setTimeout(() => {
      server.closeAllConnections()
      Effect.runFork(Fiber.interruptAll(running))
    }, waitMillis)
    const sweep = makeSweep(listener, connections)
    // In a turn of its own, after the bytes that have come are read.
    const sweeping = setInterval(() => setImmediate(sweep), sweepMillis)
    yield* takeWaiting(server)
    const closed = endListening(server)
    // Not before: who is told to connect anew would come back here.
    stop()
    yield* Effect.promise(() => closed)
    // Writes whose clients have gone run on: they are waited for too.
    yield* Effect.forEach([...running], Fiber.await)
    clearTimeout(cut)
    clearInterval(sweeping)
  })

/**
 * Takes in the connections that the system has made while the process was busy: to its clients they are open, and the end of
 * listening would reset them with their requests. Node takes one in a turn of its loop.
 */
const takeWaiting = (server: Server): Effect.Effect<void> =>
  Effect.async((resume) => {
    const until = performance.now() + takingMillis
    let came = true
    const note = (): void => void (came = true)
    const look = (): void => {
      if (came && performance.now() < until) {
        came = false
        // The second of these comes after a whole turn.
        return void setImmediate(() => setImmediate(look))
      }
      server.off("connection", note)
      resume(Effect.void)
    }
    server.on("connection", note)
    look()
  })

/** Refuses connections from now on; resolves when those that are there have ended. */
const endListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // The server's own `close` would hang up on idle connections at once. It also ends the server's timer.
    NetServer.prototype.close.call(server, () => {
      server.close()
      resolve()
    })
  })

/** Closes connections on which no request comes. */
const makeSweep = (
  { isAsked, isIdle, server }: Pick<Listener, "isAsked" | "isIdle" | "server">,
  connections: () => Iterable<Socket>,
) => {
  const seen = new Map<Socket, number>()
  return (): void => {
    const now = performance.now()
    for (const socket of connections()) {
      const since = seen.get(socket) ?? now
      const isSilent = socket.bytesRead === 0 || isIdle(socket)
      if (isAsked(socket)) seen.delete(socket)
      else if (now - since >= (isSilent ? silentMillis : server.headersTimeout)) socket.destroy()
      else seen.set(socket, since)
    }
  }
}
