import { Clock, Duration, Effect, Equal, Hash, RcMap, Redacted, type Scope } from "effect"
import { createHash } from "node:crypto"
import { Agent } from "undici/index.js"
import type { Certificate, CertificateUnusable } from "../../../core/ports/TaxAuthority.ts"
import { openedCertificate } from "../certificates/openedCertificate.ts"

/** Connections that show a certificate, for as long as the scope is open. */
export interface Connections {
  readonly to: (certificate: Certificate) => Effect.Effect<Agent, CertificateUnusable, Scope.Scope>
}

/**
 * Connections are kept per certificate: opening one costs tens of milliseconds, and a company that is behind sends
 * message upon message. What is unused for longer than AEAT has companies wait between messages is closed, with its key;
 * all of it with the scope. To open what a browser has written holds up the whole process, for half a second where the
 * password was hashed 600 000 times.
 * There are as many connections as messages at once, which workers bound: many companies may share an adviser's
 * certificate, and a message that waited for one would be given up, as if AEAT had not answered it, without having left.
 * `ca`: authorities that are trusted in place of Node's own and NODE_EXTRA_CA_CERTS, in PEM.
 */
export const makeConnections = (
  ca: string | undefined,
  limitMillis: number,
): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.gen(function*() {
    const agents = yield* RcMap.make({
      lookup: ({ certificate }: Shown) =>
        Effect.acquireRelease(
          openAgent(certificate, ca, limitMillis),
          (agent) => Effect.promise(() => agent.destroy()),
        ),
      idleTimeToLive: Duration.minutes(5),
    })
    return { to: (certificate) => RcMap.get(agents, new Shown(certificate)) }
  })

const openAgent = (certificate: Certificate, ca: string | undefined, limitMillis: number) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const { secureContext } = yield* openedCertificate(certificate, now, ca)
    return new Agent({
      // The server's own certificate is checked whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      connect: { secureContext, rejectUnauthorized: true, timeout: limitMillis },
      pipelining: 1,
      // As long as without a word of the server's: what is silent for longer may be cut on its way, which tells nobody.
      keepAliveMaxTimeout: 4_000,
      headersTimeout: limitMillis,
      bodyTimeout: limitMillis,
    })
  })

/** A certificate that equals another one of the same contents. */
class Shown implements Equal.Equal {
  readonly certificate: Certificate
  readonly fingerprint: string

  constructor(certificate: Certificate) {
    this.certificate = certificate
    const [pkcs12, password] = [Redacted.value(certificate.pkcs12), Redacted.value(certificate.password)]
    this.fingerprint = createHash("sha256").update(pkcs12).update("\0").update(password).digest("hex")
  }

  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof Shown && that.fingerprint === this.fingerprint
  }

  [Hash.symbol](): number {
    return Hash.string(this.fingerprint)
  }
}
