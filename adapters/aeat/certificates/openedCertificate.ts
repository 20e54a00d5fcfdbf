import { Either, Redacted } from "effect"
import type { X509Certificate } from "node:crypto"
import { Duplex } from "node:stream"
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls"
import { civilDateAt } from "../../../core/calendar/civilZone.ts"
import { type Instant, instant } from "../../../core/calendar/instant.ts"
import { type Certificate, CertificateUnusable } from "../../../core/ports/TaxAuthority.ts"
import { stretchingOf } from "./keyStretching.ts"

/** A certificate with its key, ready for connections. */
export interface OpenedCertificate {
  readonly secureContext: SecureContext
  readonly x509: X509Certificate
  readonly caduca: Instant
}

/**
 * Times that a password may be hashed to open a file: some seconds, of everybody's, since nothing else runs meanwhile.
 * Browsers write 2 000 to 600 000.
 */
const stretchingMax = 5_000_000

/** A hundred times what a certificate takes with all that stand above it. */
const bytesMax = 1_048_576

/**
 * Opens a PKCS#12 with its password; refuses one that is not valid `now` (milliseconds). `ca`: authorities that are trusted in
 * place of Node's own, in PEM.
 */
export const openedCertificate = (
  { password, pkcs12 }: Pick<Certificate, "pkcs12" | "password">,
  now: number,
  ca?: string,
): Either.Either<OpenedCertificate, CertificateUnusable> =>
  Either.gen(function*() {
    const problem = problemOf(Redacted.value(pkcs12))
    if (problem !== undefined) return yield* Either.left(new CertificateUnusable({ reason: problem }))
    const secureContext = yield* Either.try({
      try: () =>
        createSecureContext({
          pfx: Buffer.from(Redacted.value(pkcs12)),
          passphrase: Redacted.value(password),
          ...(ca === undefined ? {} : { ca }),
        }),
      catch: (error) => new CertificateUnusable({ reason: reasonOf(error) }),
    })
    const x509 = leafOf(secureContext)
    if (x509 === undefined) return yield* Either.left(new CertificateUnusable({ reason: unknown }))
    const [from, to] = [Date.parse(x509.validFrom), Date.parse(x509.validTo)]
    if (to <= now) return yield* Either.left(new CertificateUnusable({ reason: `el certificado caducó el ${dayOf(to)}` }))
    if (from > now) return yield* Either.left(new CertificateUnusable({ reason: `el certificado no vale hasta el ${dayOf(from)}` }))
    return { secureContext, x509, caduca: instant(to) }
  })

/** In Madrid: whose certificate it is, is not known here. */
const dayOf = (millis: number): string => civilDateAt("Europe/Madrid", instant(millis))

/** Why a file is not even tried. */
const problemOf = (pkcs12: Uint8Array): string | undefined => {
  const stretching = pkcs12.length > bytesMax ? undefined : stretchingOf(pkcs12)
  if (stretching === undefined) return unknown
  return stretching > stretchingMax ? "el fichero está cifrado con más iteraciones de las que se admiten" : undefined
}

/** A socket tells its own certificate before any handshake; nothing is connected. */
const leafOf = (secureContext: SecureContext): X509Certificate | undefined => {
  const nowhere = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() })
  const socket = new TLSSocket(nowhere, { isServer: true, secureContext })
  const certificate = socket.getX509Certificate()
  socket.destroy()
  return certificate
}

/** OpenSSL's words differ between versions; of them nothing is passed on. */
const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ""
  if (/mac verify failure/i.test(message)) return "la contraseña del certificado no es correcta"
  if (/unsupported/i.test(message)) return legacy
  if (/private key/i.test(message)) return "el fichero no contiene la clave privada del certificado"
  if (/key values mismatch/i.test(message)) return "la clave privada no es la del certificado"
  if (/key too small|md too weak/i.test(message)) return "la clave o la firma del certificado es demasiado débil"
  return unknown
}

const unknown = "el fichero no es un certificado PKCS#12 (.p12 o .pfx)"

/** What browsers wrote for years, OpenSSL 3 reads no more (RC2 of 40 bits, RC4). */
const legacy = "el fichero está cifrado con un algoritmo antiguo (RC2 o RC4) que ya no se admite. Conviértalo con OpenSSL: "
  + "«openssl pkcs12 -legacy -in antiguo.p12 -nodes -out claro.pem», después "
  + "«openssl pkcs12 -export -in claro.pem -out nuevo.p12», y borre claro.pem"
