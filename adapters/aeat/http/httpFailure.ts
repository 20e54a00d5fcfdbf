import { CertificateUnusable, TaxAuthorityUnreachable } from "../../../core/ports/TaxAuthority.ts"

/** What an answer of that status, without a SOAP message, stands for. */
export const httpFailure = (status: number): CertificateUnusable | TaxAuthorityUnreachable =>
  // Servers that let every certificate through their handshake refuse it so.
  status === 401 || status === 403
    ? new CertificateUnusable({ reason: `el servidor no admite el certificado (HTTP ${status})` })
    : new TaxAuthorityUnreachable({ reason: `responde HTTP ${status}` })
