import { Schema } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** A person's certificate, or an entity's electronic seal, which the tax authority takes at another host (AEAT, web service 4). */
export const CertificateKind = Schema.Literal("personal", "sello")
export type CertificateKind = typeof CertificateKind.Type

/** A company's certificate for the tax authority, its secrets sealed (core/ports/SecretBox.ts). */
export interface StoredCertificate {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  readonly tipo: CertificateKind
  /** The PKCS#12 file in base64, sealed. */
  readonly sealedPkcs12: string
  /** The password of that file, sealed. */
  readonly sealedPassword: string
  /** Whom the certificate names as its subject. */
  readonly titular: string
  /** When it expires. */
  readonly caduca: Instant
  readonly creado: Instant
}
