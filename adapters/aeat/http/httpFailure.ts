import { CertificateUnusable, TaxAuthorityUnreachable } from "../../../core/ports/TaxAuthority.ts"

/** What an answer without a SOAP message means, by its status. */
export const httpFailure = (status: number): CertificateUnusable | TaxAuthorityUnreachable =>
  // Servers that accept every certificate in the handshake refuse it in this way.
  status === 401 || status === 403
    ? new CertificateUnusable({ reason: `el servidor no admite el certificado (HTTP ${status})` })
    : new TaxAuthorityUnreachable({ reason: `responde HTTP ${status}` })
