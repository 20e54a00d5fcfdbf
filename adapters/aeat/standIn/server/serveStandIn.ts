import { Data, Effect, type Scope } from "effect"
import { createServer as createHttpServer, type Server } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { endpoint } from "../../endpoint.ts"
import type { Credentials } from "../certificates/makeAuthority.ts"
import type { StandIn } from "../StandIn.ts"
import { controlListener } from "./controlListener.ts"
import type { SchemaCheck } from "./schemaCheck.ts"
import { soapListener } from "./soapListener.ts"

/** Where the stand-in is to listen, and with which certificates. */
export interface StandInServerSettings {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** The port of the control endpoint, over plain HTTP. 0 for any that is free. */
  readonly controlPort: number
  /** The server's certificate and key. */
  readonly credentials: Credentials
  /** The authority that has issued the clients' certificates, in PEM. */
  readonly clientAuthority: string
  /** Also checks messages against AEAT's schemas. */
  readonly check?: SchemaCheck
}

/** Where the stand-in listens. */
export interface StandInAddresses {
  /** Of the web service: what TALONARIO_AEAT is set to. */
  readonly url: string
  /** Of the control endpoint. */
  readonly controlUrl: string
}

/** It cannot listen on the address: somebody else does, the machine does not have it, or it is not allowed. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/** Serves the stand-in over HTTPS with mutual TLS, and its controls beside it, until the scope closes. */
export const serveStandIn = (
  standIn: StandIn,
  { check, clientAuthority, controlPort, credentials, host, port }: StandInServerSettings,
): Effect.Effect<StandInAddresses, CannotListen, Scope.Scope> =>
  Effect.gen(function*() {
    // Clients without a certificate of that authority are not cut off, but told so over HTTP.
    const tls = { ...credentials, ca: clientAuthority, requestCert: true, rejectUnauthorized: false }
    const secure = yield* listening(createHttpsServer(tls, soapListener(standIn, check)), host, port)
    const control = yield* listening(createHttpServer(controlListener(standIn)), host, controlPort)
    const url = endpoint({ url: `https://${host}:${secure}` }, "personal").href
    return { url, controlUrl: `http://${host}:${control}/control` }
  })

/** Listens until the scope closes; answers the port. */
const listening = (server: Server, host: string, port: number): Effect.Effect<number, CannotListen, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<number, CannotListen>((resume) => {
      const refused = ({ message }: Error): void =>
        resume(new CannotListen({ message: `could not listen on ${host}, port ${port}: ${message}` }))
      server.once("error", refused).listen(port, host, () => {
        server.off("error", refused)
        const address = server.address()
        if (address === null || typeof address === "string") throw new Error("a server without a port")
        resume(Effect.succeed(address.port))
      })
    }),
    () =>
      Effect.async<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      }),
  )
