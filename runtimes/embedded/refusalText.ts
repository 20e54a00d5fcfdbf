import { PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { CertificateUnusable, ShipmentRefused, type TaxAuthorityFailure, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"

/** Whether it is a refusal of a command or query, by its tag. */
export const isRefusal = (value: object): value is Refusal =>
  "_tag" in value && (value._tag === "InvalidInput" || value._tag === "NotFound" || value._tag === "Conflict")

/** Whatever a call is refused with. */
export type Told = Refusal | PrinterBusy | TaxAuthorityFailure

/** Whether `refusalText` has a sentence for it. */
export const isTold = (value: object): value is Told =>
  isRefusal(value) || value instanceof PrinterBusy || value instanceof ShipmentRefused
  || value instanceof TaxAuthorityUnreachable || value instanceof CertificateUnusable

/**
 * A refusal in a Spanish sentence for people: every failing field with its reason, what is missing, or what forbids it; of a
 * busy printer or the tax authority, what that says.
 */
export const refusalText = (refusal: Told): string => {
  switch (refusal._tag) {
    case "InvalidInput":
      return `Los datos no son válidos (${refusal.campos.map(({ campo, motivo }) => `${campo}: ${motivo}`).join("; ")}).`
    case "NotFound":
      return `No existe ${refusal.what}.`
    case "Conflict":
      return refusal.mensaje
    case "PrinterBusy":
      return "Hay demasiados documentos en espera de imprimirse: vuelva a pedirlo en unos segundos."
    case "ShipmentRefused":
      return `La AEAT no admite la petición: «${refusal.mensaje}».`
    case "TaxAuthorityUnreachable":
      return `Falló la consulta a la AEAT: ${refusal.reason}.`
    case "CertificateUnusable":
      return `Falta un certificado válido: ${refusal.reason}.`
  }
}
