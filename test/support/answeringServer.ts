import { Effect, type Scope } from "effect"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import { portOf } from "./portOf.ts"

/** The address of an HTTP server that listens on this machine. */
export const urlOf = (server: Server): string => `http://127.0.0.1:${portOf(server)}`

/** Closes the server and its connections. */
export const closed = (server: Server): Effect.Effect<void> =>
  Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  })

/** A server on a free port that answers as told. */
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
