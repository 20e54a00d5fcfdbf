import { orNull } from "../fields/fieldSchemas.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import type { Invoice } from "./Invoice.ts"
import type { InvoiceInput } from "./invoiceInput.ts"
import { type InvoiceReference, invoiceReference } from "./invoiceReference.ts"

/**
 * The simplified invoices that a full one is issued in exchange for (AEAT, F3): the named ones, each undefined when it
 * does not exist. Adds to `issues` what is no issued simplified invoice, and a recipient that is missing.
 */
export const exchangedInvoices = (
  named: ReadonlyArray<Invoice | undefined>,
  input: Pick<InvoiceInput, "contacto_id" | "tipo_documento">,
  issues: Array<FieldIssue>,
): ReadonlyArray<InvoiceReference> => {
  if (named.length === 0) return []
  checkExchange(input, issues)
  const references: Array<InvoiceReference> = []
  named.forEach((invoice, i) => {
    const found = invoice === undefined ? undefined : simplifiedReference(invoice)
    const motivo = found === undefined
      ? "debe ser una factura simplificada emitida"
      : references.some(({ factura_id }) => factura_id === found.factura_id) ? "está repetida" : undefined
    if (motivo !== undefined) issues.push({ campo: `facturas_sustituidas[${i}]`, motivo })
    else if (found !== undefined) references.push(found)
  })
  return references
}

/** Adds to `issues` what keeps a document from being issued in exchange for others. */
export const checkExchange = (
  input: Pick<InvoiceInput, "contacto_id" | "tipo_documento">,
  issues: Array<FieldIssue>,
): void => {
  if ((input.tipo_documento ?? "invoice") !== "invoice") {
    issues.push({ campo: "facturas_sustituidas", motivo: "solo una factura sustituye a facturas simplificadas" })
  }
  if (orNull(input.contacto_id) === null) {
    issues.push({ campo: "contacto_id", motivo: "una factura que sustituye a simplificadas debe tener destinatario" })
  }
}

const simplifiedReference = (invoice: Invoice): InvoiceReference | undefined =>
  invoice.tipo === "invoice" && invoice.recipient === null ? invoiceReference(invoice) : undefined
