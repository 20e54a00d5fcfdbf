import { orNull } from "../fields/fieldSchemas.ts"
import type { DocumentKind } from "../invoices/Invoice.ts"
import { euroRate } from "../money/currency.ts"
import type { Decimal6 } from "../money/decimal.ts"
import type { FieldIssue } from "../refusals/refusal.ts"

// Properties of a document that contradict one another: what the body alone shows, without anything that is stored.

/** What is wrong with an exchange rate: in EUR it is 1, in any other currency it must be given (decisions, section 2). */
export const exchangeRateIssue = (divisa: string, given: Decimal6 | null): FieldIssue | undefined => {
  if (divisa !== "EUR") {
    const motivo = `es obligatorio en una factura en ${divisa}: los euros que vale 1 ${divisa}`
    return given === null ? { campo: "tipo_cambio", motivo } : undefined
  }
  return given === null || given === euroRate ? undefined : { campo: "tipo_cambio", motivo: "debe ser 1 en una factura en euros" }
}

/**
 * What keeps a document from being issued in exchange for simplified invoices (AEAT, TipoFactura F3): it must be an invoice,
 * and have a recipient.
 */
export const exchangeIssues = (
  tipo_documento: DocumentKind | null | undefined,
  contacto_id: string | null | undefined,
): ReadonlyArray<FieldIssue> => [
  ...((tipo_documento ?? "invoice") === "invoice"
    ? []
    : [{ campo: "facturas_sustituidas", motivo: "solo una factura sustituye a facturas simplificadas" }]),
  ...(orNull(contacto_id) === null
    ? [{ campo: "contacto_id", motivo: "una factura que sustituye a simplificadas debe tener destinatario" }]
    : []),
]
