import { Data, Effect, Fiber, Runtime, type Scope } from "effect"
import type { Server } from "node:http"
import type { HttpInterface } from "../../adapters/http/httpInterface.ts"
import { hostAndPort } from "./http/apiRequest.ts"
import { makeListener, type Listener } from "./http/listener.ts"

/** The address is taken, not ours, or not allowed. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

export interface HttpServerSettings {
  readonly host: string
  /** 0: whichever is free. */
  readonly port: number
  /** How long running requests are waited for at the end; 20 seconds unless told. */
  readonly drainMillis?: number
  /** How long a request may take to arrive whole; 30 seconds unless told, a third of it for its headers. */
  readonly arrivalMillis?: number
}

/** Where the server listens. */
export interface Listening {
  readonly port: number
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string
}

/**
 * Serves the interface over HTTP/1.1 until the scope closes: then it takes no new connections, lets running
 * requests end, and cuts off what is left after the wait. Each request runs in a fiber of its own, which a
 * client that goes away does not interrupt.
 */
export const serveHttp = (
  http: HttpInterface,
  settings: HttpServerSettings,
): Effect.Effect<Listening, CannotListen, Scope.Scope> =>
  Effect.gen(function*() {
    const { arrivalMillis = 30_000, drainMillis = 20_000, host } = settings
    const runtime = yield* Effect.runtime<never>()
    const listener = makeListener(http, arrivalMillis, (effect) => Runtime.runFork(runtime)(effect))
    const { server } = listener
    yield* Effect.acquireRelease(listen(server, settings), () => drain(listener, drainMillis))
    server.on("error", ({ message }) =>
      Runtime.runFork(runtime)(Effect.logWarning("the HTTP server could not take a connection", message)))
    const port = portOf(server)
    return { port, url: `http://${hostAndPort(host, port)}` }
  })

const listen = (server: Server, { host, port }: HttpServerSettings): Effect.Effect<void, CannotListen> =>
  Effect.async((resume) => {
    const refused = ({ message }: Error): void =>
      resume(new CannotListen({ message: `could not listen on HOST ${host}, PORT ${port}: ${message}` }))
    server.once("error", refused).listen(port, host, () => {
      server.off("error", refused)
      resume(Effect.void)
    })
  })

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("an HTTP server without a port")
  return address.port
}

/** Waits in real time, whatever the clock of the scope. */
const drain = ({ running, server, stop }: Listener, waitMillis: number): Effect.Effect<void> =>
  Effect.gen(function*() {
    stop()
    const cut = setTimeout(() => {
      server.closeAllConnections()
      Effect.runFork(Fiber.interruptAll(running))
    }, waitMillis)
    // A connection that had already begun its response becomes idle only afterwards.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    yield* Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
    // Requests whose clients have gone run on.
    yield* Effect.forEach([...running], Fiber.await)
    clearTimeout(cut)
    clearInterval(sweep)
  })
