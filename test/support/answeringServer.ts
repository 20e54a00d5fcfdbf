import { Effect, type Scope } from "effect"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"

/** Where a server on this machine listens. */
export const urlOf = (server: Server): string => {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
}

/** Closes it with its connections. */
export const closed = (server: Server): Effect.Effect<void> =>
  Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  })

/** A server that answers as told, on a port of its own. */
export const openAnswering = (answer: RequestListener): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(answer)
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return server
    }),
    closed,
  )
