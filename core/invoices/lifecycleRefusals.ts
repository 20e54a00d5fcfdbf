import { conflict, type Conflict } from "../refusals/refusal.ts"
import type { DocumentKind, Invoice } from "./Invoice.ts"

/**
 * Refusals for what a document is, or for what has become of it. Each such fact has one slug, whatever was asked for. The
 * slugs say `factura` for every kind of document (decisions, section 2); the sentences name the kind.
 */

const subjects: Readonly<Record<DocumentKind, string>> = {
  invoice: "La factura",
  quote: "El presupuesto",
  delivery: "El albarán",
  proforma: "La proforma",
}

/** The document is a draft. `rest` completes the sentence. */
export const draftRefusal = ({ tipo_documento }: Pick<Invoice, "tipo_documento">, rest: string): Conflict =>
  conflict("factura_en_borrador", `${subjects[tipo_documento]} es un borrador: ${rest}.`)

/** The invoice is annulled (only invoices can be). */
export const cancelledRefusal: Conflict = conflict("factura_anulada", "La factura está anulada.")

/** The document is issued. `mensaje` says what can still be done. */
export const issuedRefusal = (mensaje: string): Conflict => conflict("factura_emitida", mensaje)

/** The document is no invoice. `mensaje` says what only invoices are for. */
export const notInvoiceRefusal = (mensaje: string): Conflict => conflict("no_es_factura", mensaje)

/** The document has been converted to an invoice. */
export const convertedRefusal = ({ tipo_documento }: Pick<Invoice, "tipo_documento">): Conflict =>
  conflict("ya_convertido", `${subjects[tipo_documento]} ya se convirtió en factura.`)

/** The invoice has a registry record, which only live keys may write. `mensaje` says what only they can do. */
export const registeredRefusal = (mensaje: string): Conflict => conflict("factura_registrada", mensaje)

/** Why the document is not an issued one; undefined if it is. `drafts` completes the sentence about a draft. */
export const notIssuedRefusal = (
  document: Pick<Invoice, "lifecycle" | "tipo_documento">,
  drafts: string,
): Conflict | undefined => {
  switch (document.lifecycle) {
    case "draft":
      return draftRefusal(document, drafts)
    case "cancelled":
      return cancelledRefusal
    case "issued":
      return undefined
  }
}

/**
 * Why the document is not an issued invoice; undefined if it is. `drafts` completes the sentence about a draft, `others` is
 * the sentence about other kinds of documents.
 */
export const notIssuedInvoiceRefusal = (
  document: Pick<Invoice, "lifecycle" | "tipo_documento">,
  { drafts, others }: { readonly drafts: string; readonly others: string },
): Conflict | undefined =>
  document.tipo_documento === "invoice" ? notIssuedRefusal(document, drafts) : notInvoiceRefusal(others)
