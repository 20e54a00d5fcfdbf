import { Schema } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** Somebody's, or a seal of the entity, which has a host of its own (AEAT, web service 4). */
export const CertificateKind = Schema.Literal("personal", "sello")
export type CertificateKind = typeof CertificateKind.Type

/** A company's certificate for the tax authority. What is secret is sealed (core/ports/SecretBox.ts). */
export interface StoredCertificate {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  readonly tipo: CertificateKind
  /** PKCS#12 in base64, sealed. */
  readonly sealedPkcs12: string
  readonly sealedPassword: string
  /** Subject, as the certificate writes it. */
  readonly titular: string
  readonly caduca: Instant
  readonly creado: Instant
}
