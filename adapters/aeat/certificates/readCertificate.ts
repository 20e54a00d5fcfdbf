import { Clock, Effect, type Redacted } from "effect"
import type { Instant } from "../../../core/calendar/instant.ts"
import { isSpanishNif, normaliseNif } from "../../../core/identifiers/nif.ts"
import type { CertificateUnusable } from "../../../core/ports/TaxAuthority.ts"
import { openedCertificate } from "./openedCertificate.ts"

/** What a certificate says of its holder. */
export interface CertificateHolder {
  /** Common name, such as "NOMBRE APELLIDO - 12345678Z"; else the whole subject in one line. */
  readonly titular: string
  /** Of the entity that it represents, else of the person; null when none can be read. */
  readonly nif: string | null
  readonly caduca: Instant
}

/** Opens a PKCS#12 with its password and tells whose it is. Fails for one that has expired or is not valid yet. */
export const readCertificate = (
  pkcs12: Redacted.Redacted<Uint8Array>,
  password: Redacted.Redacted<string>,
): Effect.Effect<CertificateHolder, CertificateUnusable> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const { caduca, x509 } = yield* openedCertificate({ pkcs12, password }, now)
    return { ...holderOf(x509.subject), caduca }
  })

/** By a subject as Node writes it: a line per part, specials escaped (RFC 2253). */
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

/** As in "VATES-B12345674" and "IDCES-12345678Z" (ETSI EN 319 412-1, section 5.1), alone, or at the end of a name. */
const nifIn = (text: string | undefined): string | undefined => {
  const [, last = ""] = /(?:^|[-\s])([A-Z0-9]{9})$/.exec(text?.trim().toUpperCase() ?? "") ?? []
  const nif = normaliseNif(last)
  return isSpanishNif(nif) ? nif : undefined
}
