import type { View } from "../commit/Command.ts"
import { key, type TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Invoice } from "./Invoice.ts"
import type { InvoiceReference } from "./invoiceReference.ts"

/**
 * How many issued documents, annulled ones apart, correct an invoice: looked up, never stored. A decision that issues
 * or annuls one of them writes what that makes of it for those that follow in its batch.
 */
export interface InvoiceCorrections {
  readonly organizationId: OrganizationId
  /** Of the invoice that is corrected. */
  readonly id: string
  readonly diferencias: number
  readonly sustituciones: number
  /** Invoices that it was exchanged for. */
  readonly canjes: number
}

/** The invoices that a document corrects: the original of a rectification, the tickets that it is exchanged for. */
export const correctedBy = ({ rectifica, sustituye }: Invoice): ReadonlyArray<InvoiceReference> =>
  rectifica === null ? sustituye : [rectifica.original]

/** Those in whose place it stands: all of them, unless it only tells the differences. */
export const replacedBy = (invoice: Invoice): ReadonlyArray<InvoiceReference> =>
  invoice.rectifica?.metodo === "diferencias" ? [] : correctedBy(invoice)

/** How often an invoice is corrected. */
export const correctionsKey = (organizationId: OrganizationId, id: string) =>
  key("invoiceCorrections", organizationId, id)

/** What issue and annulment of a document need of those that it corrects. */
export const correctedKeys = (invoice: Invoice) =>
  correctedBy(invoice).flatMap(({ factura_id }) => [
    key("invoice", invoice.organizationId, factura_id),
    correctionsKey(invoice.organizationId, factura_id),
  ])

/** How often the invoice is corrected, as it stands. */
export const correctionsOf = (view: View, organizationId: OrganizationId, id: string): InvoiceCorrections =>
  view.get("invoiceCorrections", organizationId, id) ??
    { organizationId, id, diferencias: 0, sustituciones: 0, canjes: 0 }

/** Whether another invoice stands in its place; that one is then corrected, and it no more. */
export const isReplaced = (view: View, organizationId: OrganizationId, id: string): boolean => {
  const { canjes, sustituciones } = correctionsOf(view, organizationId, id)
  return sustituciones + canjes > 0
}

/** Tells the following commands of a batch that the document was issued (1) or annulled (-1). */
export const correctionRows = (
  invoice: Invoice,
  count: 1 | -1,
  view: View,
): ReadonlyArray<TableRow<"invoiceCorrections">> =>
  correctedBy(invoice).map(({ factura_id }) => {
    const before = correctionsOf(view, invoice.organizationId, factura_id)
    const kind = kindOf(invoice)
    return { table: "invoiceCorrections", row: { ...before, [kind]: before[kind] + count } }
  })

const kindOf = ({ rectifica }: Invoice): "diferencias" | "sustituciones" | "canjes" => {
  switch (rectifica?.metodo) {
    case undefined:
      return "canjes"
    case "diferencias":
      return "diferencias"
    case "sustitucion":
      return "sustituciones"
  }
}
