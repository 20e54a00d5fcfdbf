import { conflict, type Conflict } from "../refusals/refusal.ts"
import type { DocumentKind, Invoice } from "./Invoice.ts"

/**
 * Refusals by what a document is and what has become of it: one slug for each fact, whatever is asked of it. Slugs
 * say `factura` of every kind of document (decisions, section 2); sentences name the kind.
 */

const subjects: Readonly<Record<DocumentKind, string>> = {
  invoice: "La factura",
  quote: "El presupuesto",
  delivery: "El albarán",
  proforma: "La proforma",
}

/** It has not been issued; `rest` ends the sentence. */
export const draftRefusal = ({ tipo_documento }: Pick<Invoice, "tipo_documento">, rest: string): Conflict =>
  conflict("factura_en_borrador", `${subjects[tipo_documento]} es un borrador: ${rest}.`)

/** It has been annulled, which only invoices are. */
export const cancelledRefusal: Conflict = conflict("factura_anulada", "La factura está anulada.")

/** It has been issued; says what can be done yet. */
export const issuedRefusal = (mensaje: string): Conflict => conflict("factura_emitida", mensaje)

/** It is another kind of document; says what invoices alone are for. */
export const notInvoiceRefusal = (mensaje: string): Conflict => conflict("no_es_factura", mensaje)

/** It has become an invoice. */
export const convertedRefusal = ({ tipo_documento }: Pick<Invoice, "tipo_documento">): Conflict =>
  conflict("ya_convertido", `${subjects[tipo_documento]} ya se convirtió en factura.`)

/** It is in the registry, which only live keys write; says what they alone do. */
export const registeredRefusal = (mensaje: string): Conflict => conflict("factura_registrada", mensaje)

/** Why it is no issued document; `drafts` ends the sentence about one that is none yet. */
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

/** Why it is no issued invoice: `drafts` ends the sentence about a draft, `others` is what other documents are told. */
export const notIssuedInvoiceRefusal = (
  document: Pick<Invoice, "lifecycle" | "tipo_documento">,
  { drafts, others }: { readonly drafts: string; readonly others: string },
): Conflict | undefined =>
  document.tipo_documento === "invoice" ? notIssuedRefusal(document, drafts) : notInvoiceRefusal(others)
