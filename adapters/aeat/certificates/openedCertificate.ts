import { Either, Redacted } from "effect"
import type { X509Certificate } from "node:crypto"
import { Duplex } from "node:stream"
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls"
import { spanishDate } from "../../../core/calendar/civilDate.ts"
import { civilDateAt } from "../../../core/calendar/civilZone.ts"
import { type Instant, instant } from "../../../core/calendar/instant.ts"
import { type Certificate, CertificateUnusable } from "../../../core/ports/TaxAuthority.ts"
import { stretchingOf } from "./keyStretching.ts"

/** A certificate with its key, ready for connections. */
export interface OpenedCertificate {
  readonly secureContext: SecureContext
  readonly x509: X509Certificate
}

/**
 * How many times a password may be hashed to open a file. This takes some seconds, in which the whole process stands still.
 * Files of browsers ask for 2 000 to 600 000.
 */
const stretchingMax = 5_000_000

/** The largest file: a hundred times as large as a certificate with all those above it. */
const bytesMax = 1_048_576

/**
 * Opens a PKCS#12 with its password, whatever the certificate's dates. `ca` are the authorities, in PEM, that its connections
 * trust in place of Node's own.
 */
export const openedCertificate = (
  { password, pkcs12 }: Pick<Certificate, "pkcs12" | "password">,
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
    return { secureContext, x509 }
  })

/** When a certificate expires. Refuses one that has expired, or is not valid yet, `now`, in milliseconds since 1970. */
export const validUntil = (x509: X509Certificate, now: number): Either.Either<Instant, CertificateUnusable> => {
  const [from, to] = [Date.parse(x509.validFrom), Date.parse(x509.validTo)]
  if (to <= now) return Either.left(new CertificateUnusable({ reason: `el certificado caducó el ${dayOf(to)}` }))
  if (from > now) return Either.left(new CertificateUnusable({ reason: `el certificado no vale hasta el ${dayOf(from)}` }))
  return Either.right(instant(to))
}

/** The day in Madrid: in which region the company is, is not known here. */
const dayOf = (millis: number): string => spanishDate(civilDateAt("Europe/Madrid", instant(millis)))

/** Why a file is not even tried. */
const problemOf = (pkcs12: Uint8Array): string | undefined => {
  const stretching = pkcs12.length > bytesMax ? undefined : stretchingOf(pkcs12)
  if (stretching === undefined) return unknown
  return stretching > stretchingMax ? "el fichero está cifrado con más iteraciones de las que se admiten" : undefined
}

/** The certificate itself, without those above it: a TLS socket knows its own before any handshake. Nothing is connected. */
const leafOf = (secureContext: SecureContext): X509Certificate | undefined => {
  const nowhere = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() })
  const socket = new TLSSocket(nowhere, { isServer: true, secureContext })
  const certificate = socket.getX509Certificate()
  socket.destroy()
  return certificate
}

/** Why a file cannot be opened, in Spanish. OpenSSL's own words, which differ between versions, are not passed on. */
const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ""
  if (/mac verify failure/i.test(message)) return passwordDoesNotFit
  if (/unsupported/i.test(message)) return legacy
  if (/private key/i.test(message)) return "el fichero no contiene la clave privada del certificado"
  // Node says this itself when no certificate in the file belongs to the key, or there is none at all.
  if (/load certificate/i.test(message)) return "el fichero no contiene el certificado de su clave privada"
  if (/key too small|md too weak/i.test(message)) return "la clave o la firma del certificado es demasiado débil"
  return unknown
}

/** The reason where it is the password that does not fit. */
export const passwordDoesNotFit = "la contraseña del certificado no es correcta"

const unknown = "el fichero no es un certificado PKCS#12 (.p12 o .pfx)"

/** For files as browsers wrote them for years (RC2 of 40 bits, RC4), which OpenSSL 3 does not read any more. */
const legacy = "el fichero está cifrado con un algoritmo antiguo (RC2 o RC4) que ya no se admite. Conviértalo con OpenSSL: "
  + "«openssl pkcs12 -legacy -in antiguo.p12 -nodes -out claro.pem», después "
  + "«openssl pkcs12 -export -in claro.pem -out nuevo.p12», y borre claro.pem"
