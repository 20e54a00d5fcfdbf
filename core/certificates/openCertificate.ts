import { Effect, Encoding, Either, Option, Redacted } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { SecretBox } from "../ports/SecretBox.ts"
import { Storage } from "../ports/Storage.ts"
import { type Certificate, CertificateUnusable } from "../ports/TaxAuthority.ts"

/**
 * A company's certificate, unsealed for a connection to the tax authority. Fails with CertificateUnusable where there is
 * none, and where it cannot be unsealed.
 */
export const openCertificate = (organizationId: OrganizationId) =>
  Effect.gen(function*() {
    const { find } = yield* Storage
    const box = yield* SecretBox
    const stored = Option.getOrUndefined(yield* find("certificate", organizationId, organizationId))
    if (stored === undefined) return yield* new CertificateUnusable({ reason: "la organización no tiene certificado" })
    const open = (sealed: string) =>
      Effect.catchTag(box.open(sealed), "SealBroken", () => new CertificateUnusable({ reason: unreadable }))
    const pkcs12 = Either.getOrUndefined(Encoding.decodeBase64(yield* open(stored.sealedPkcs12)))
    if (pkcs12 === undefined) return yield* new CertificateUnusable({ reason: unreadable })
    const certificate: Certificate = {
      tipo: stored.tipo,
      pkcs12: Redacted.make(pkcs12),
      password: Redacted.make(yield* open(stored.sealedPassword)),
    }
    return certificate
  })

const unreadable = "el certificado guardado no se puede leer con el secreto de la instalación: restablézcalo o vuelva a instalar el certificado"
