import { Data, Effect } from "effect"
import type { Server } from "node:http"
import { hostAndPort } from "./apiRequest.ts"

/** The address is taken, not ours, or not allowed. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/** Where a server is to listen. */
export interface ListenAddress {
  readonly host: string
  /** 0: whichever is free. */
  readonly port: number
}

/** Where a server listens. */
export interface Listening {
  readonly port: number
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string
}

/**
 * Has a server listen. When it cannot, the message names the address as `settings` does. What goes wrong later, such as a
 * connection that cannot be taken, is told to `failed`: unheard, the event would end the process.
 */
export const listen = (
  server: Server,
  { host, port }: ListenAddress,
  settings: string,
  failed: (error: Error) => void,
): Effect.Effect<Listening, CannotListen> =>
  Effect.async((resume) => {
    const refused = ({ message }: Error): void =>
      resume(new CannotListen({ message: `could not listen on ${settings}: ${message}` }))
    server.once("error", refused).listen(port, host, () => {
      server.off("error", refused).on("error", failed)
      const ownPort = portOf(server)
      resume(Effect.succeed({ port: ownPort, url: `http://${hostAndPort(host, ownPort)}` }))
    })
  })

/** The port that a server which listens was given. */
const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("an HTTP server without a port")
  return address.port
}
