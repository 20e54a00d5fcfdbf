import { Schema } from "effect"
import { isoInstant } from "../calendar/instant.ts"
import { CertificateKind, type StoredCertificate } from "./StoredCertificate.ts"

/** A certificate as its owner sees it, without what is secret. */
export const CertificateResource = Schema.Struct({
  empresa_id: Schema.String,
  titular: Schema.String,
  tipo: CertificateKind,
  caduca: Schema.String,
  creado: Schema.String,
}).annotations({ identifier: "Certificado" })
export type CertificateResource = typeof CertificateResource.Type

/** The certificate as its owner sees it. */
export const certificateResource = (certificate: StoredCertificate): CertificateResource => ({
  empresa_id: certificate.organizationId,
  titular: certificate.titular,
  tipo: certificate.tipo,
  caduca: isoInstant(certificate.caduca),
  creado: isoInstant(certificate.creado),
})
