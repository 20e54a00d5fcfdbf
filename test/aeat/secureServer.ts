import { Effect, Redacted } from "effect"
import type { RequestListener } from "node:http"
import { createServer } from "node:https"
import { type Authority, makeAuthority } from "../../adapters/aeat/standIn/certificates/makeAuthority.ts"
import type { Certificate } from "../../core/ports/TaxAuthority.ts"

const day = 86_400_000

/** A validity from yesterday to tomorrow, in milliseconds. */
export const fromYesterday = { from: Date.now() - day, to: Date.now() + day }

/** A new certificate authority. */
export const newAuthority = (): Authority => makeAuthority("Autoridad de pruebas", fromYesterday)

/** A company's certificate, issued by that authority. */
export const certificateOf = (authority: Authority, validity = fromYesterday): Certificate => ({
  tipo: "personal",
  pkcs12: Redacted.make(authority.client({ name: "ANA - 12345678Z", nif: "12345678Z" }, "secreto", validity)),
  password: Redacted.make("secreto"),
})

/** An HTTPS server that asks clients for a certificate of that authority. Returns its URL. */
export const secureServer = (authority: Authority, listener: RequestListener, hosts: ReadonlyArray<string> = ["127.0.0.1"]) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const tls = { ...authority.server(hosts, fromYesterday), ca: authority.own.cert, requestCert: true }
        const server = createServer(tls, listener)
        server.on("tlsClientError", () => {})
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        }),
    ),
    (server) => {
      const address = server.address()
      if (address === null || typeof address === "string") throw new Error("a server without a port")
      return `https://127.0.0.1:${address.port}/ws`
    },
  )
