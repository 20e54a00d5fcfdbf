import { Clock, Duration, Effect, Either, Equal, Hash, RcMap, Redacted, type Scope } from "effect"
import { createHash, type X509Certificate } from "node:crypto"
import { Agent, buildConnector } from "undici/index.js"
import type { Certificate, CertificateUnusable } from "../../../core/ports/TaxAuthority.ts"
import { openedCertificate, validUntil } from "../certificates/openedCertificate.ts"

/** Connections that show a certificate, for as long as the scope is open. */
export interface Connections {
  /** Fails for a certificate that cannot be opened, has expired or is not valid yet. */
  readonly to: (certificate: Certificate) => Effect.Effect<Agent, CertificateUnusable, Scope.Scope>
}

/**
 * Keeps connections for each certificate. To open one costs tens of milliseconds, and a company that is behind sends message
 * upon message. To open the file of a certificate holds up the whole process, for half a second where the password is hashed
 * 600 000 times; so it is also kept that it cannot be opened, but not what its dates say. What is unused for longer than AEAT
 * makes companies wait between messages is closed, and its key forgotten; so is at once what is opened beside `keptMax` others.
 * Everything is closed with the scope.
 *
 * There are as many connections as messages at once, which workers limit. Many companies may use the certificate of one
 * adviser, and a message that waited for a connection might be given up as unanswered without ever having left.
 *
 * `ca` are the authorities, in PEM, that are trusted in place of Node's own and NODE_EXTRA_CA_CERTS. `limitMillis` is how long
 * is waited for a connection and for each part of an answer.
 */
export const makeConnections = (
  ca: string | undefined,
  limitMillis: number,
): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.gen(function*() {
    let open = 0
    const agents = yield* RcMap.make({
      lookup: ({ certificate }: CertificateKey) =>
        Effect.acquireRelease(
          Either.map(openAgent(certificate, ca, limitMillis), (shown) => {
            open += 1
            return shown
          }),
          ({ agent }) =>
            Effect.promise(() => {
              open -= 1
              return agent.destroy()
            }),
        ),
      idleTimeToLive: () => (open <= keptMax ? Duration.minutes(5) : Duration.zero),
    })
    return {
      to: (certificate) =>
        Effect.gen(function*() {
          const { agent, x509 } = yield* RcMap.get(agents, new CertificateKey(certificate))
          yield* validUntil(x509, yield* Clock.currentTimeMillis)
          return agent
        }),
    }
  })

/** Each takes about 50 KiB. */
const keptMax = 1000

interface Shown {
  readonly agent: Agent
  readonly x509: X509Certificate
}

const openAgent = (
  certificate: Certificate,
  ca: string | undefined,
  limitMillis: number,
): Either.Either<Shown, CertificateUnusable> =>
  Either.map(openedCertificate(certificate, ca), ({ secureContext, x509 }) => ({
    x509,
    agent: new Agent({
      // The server's own certificate is checked whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      connect: brokenByFirstError(buildConnector({ secureContext, rejectUnauthorized: true, timeout: limitMillis })),
      pipelining: 1,
      // The server may ask for longer, but a connection that is silent for longer may be cut on its way, which nobody notices.
      keepAliveMaxTimeout: 4_000,
      headersTimeout: limitMillis,
      bodyTimeout: limitMillis,
    }),
  }))

/**
 * In TLS 1.3 a server may refuse our certificate after the handshake has ended for us. Its alert does not end the connection by
 * itself, so that undici would tell of what comes next, the end of the connection, in place of the reason.
 */
const brokenByFirstError = (connect: buildConnector.connector): buildConnector.connector => (options, done) =>
  connect(options, (error, socket) => {
    if (error !== null) return done(error, null)
    socket.once("error", (reason) => void socket.destroy(reason))
    done(null, socket)
  })

/** A key for the map of agents: two are equal when their certificates have the same contents and password. */
class CertificateKey implements Equal.Equal {
  readonly certificate: Certificate
  readonly fingerprint: string

  constructor(certificate: Certificate) {
    this.certificate = certificate
    const [pkcs12, password] = [Redacted.value(certificate.pkcs12), Redacted.value(certificate.password)]
    this.fingerprint = createHash("sha256").update(pkcs12).update("\0").update(password).digest("hex")
  }

  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof CertificateKey && that.fingerprint === this.fingerprint
  }

  [Hash.symbol](): number {
    return Hash.string(this.fingerprint)
  }
}
