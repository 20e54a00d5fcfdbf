import { Effect, type Scope } from "effect"
import { generateKeyPairSync, sign, X509Certificate } from "node:crypto"
import { createServer } from "node:tls"
import {
  bitString,
  der,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
  utcTime,
  utf8String,
} from "../../adapters/aeat/standIn/certificates/der.ts"
import { fromYesterday } from "./secureServer.ts"

/** A server's own certificate for 127.0.0.1, with an Ed25519 key (RFC 8410). */
const edwardsCredentials = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const algorithm = sequence(oid("1.3.101.112"))
  const name = sequence(setOf(sequence(oid("2.5.4.3"), utf8String("127.0.0.1"))))
  const contents = sequence(
    tagged(0, integer(2)), // version 3
    integer(1),
    algorithm,
    name,
    sequence(utcTime(fromYesterday.from), utcTime(fromYesterday.to)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(3, sequence(sequence(oid("2.5.29.17"), octetString(sequence(der(0x87, Buffer.of(127, 0, 0, 1))))))),
  )
  const cert = new X509Certificate(sequence(contents, algorithm, bitString(sign(null, contents, privateKey)))).toString()
  return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() }
}

/**
 * A server that takes no signature of an elliptic curve's, so that a client cannot show its certificate. In TLS 1.3 it says so
 * only after the client has ended the handshake and sent its request. Returns its URL and whom to trust.
 */
export const unsatisfiedServer: Effect.Effect<{ readonly url: string; readonly ca: string }, never, Scope.Scope> = Effect.suspend(
  () => {
    const { cert, key } = edwardsCredentials()
    return Effect.map(
      Effect.acquireRelease(
        Effect.async<ReturnType<typeof createServer>>((resume) => {
          const server = createServer({ cert, key, ca: cert, requestCert: true, sigalgs: "ed25519", minVersion: "TLSv1.3" })
          server.on("tlsClientError", () => {})
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void))),
      ),
      (server) => {
        const address = server.address()
        if (address === null || typeof address === "string") throw new Error("a server without a port")
        return { url: `https://127.0.0.1:${address.port}/ws`, ca: cert }
      },
    )
  },
)
