import { Clock, Effect, type Redacted } from "effect"
import type { Instant } from "../../../core/calendar/instant.ts"
import { isSpanishNif } from "../../../core/identifiers/nif.ts"
import type { CertificateUnusable } from "../../../core/ports/TaxAuthority.ts"
import { openedCertificate, validUntil } from "./openedCertificate.ts"

/** What a certificate says of its holder. */
export interface CertificateHolder {
  /** The common name, such as "NOMBRE APELLIDO - 12345678Z"; without one, the whole subject in one line. */
  readonly titular: string
  /** The NIF of the entity that the holder represents, otherwise of the person; null when none can be read. */
  readonly nif: string | null
  /** When it expires. */
  readonly caduca: Instant
}

/** Opens a PKCS#12 with its password and tells whose it is. Fails when the certificate has expired or is not valid yet. */
export const readCertificate = (
  pkcs12: Redacted.Redacted<Uint8Array>,
  password: Redacted.Redacted<string>,
): Effect.Effect<CertificateHolder, CertificateUnusable> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const { x509 } = yield* openedCertificate({ pkcs12, password })
    return { ...holderOf(x509.subject), caduca: yield* validUntil(x509, now) }
  })

/** The holder by a subject as Node writes it: a line for each part, with special signs escaped (RFC 2253). */
export const holderOf = (subject: string): Omit<CertificateHolder, "caduca"> => {
  const parts = new Map(
    subject.split(/\n| \+ (?=[\w.]+=)/).map((line) => {
      const sign = line.indexOf("=")
      return [line.slice(0, sign), unescaped(line.slice(sign + 1))] as const
    }),
  )
  const ids = [parts.get("organizationIdentifier"), parts.get("2.5.4.97"), parts.get("serialNumber"), parts.get("CN")]
  return {
    titular: parts.get("CN") ?? unescaped(subject.replaceAll("\n", ", ")),
    nif: ids.flatMap((text) => nifIn(text) ?? [])[0] ?? null,
  }
}

const unescaped = (value: string): string => value.replace(/\\(.)/g, "$1")

/** The NIF in a text: by itself, at the end of a name, or as in "VATES-B12345674" (ETSI EN 319 412-1, section 5.1). */
const nifIn = (text: string | undefined): string | undefined => {
  const [, last = ""] = /(?:^|[-\s])([A-Z0-9]{9})$/.exec(text?.trim().toUpperCase() ?? "") ?? []
  return isSpanishNif(last) ? last : undefined
}
