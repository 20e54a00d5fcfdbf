import { loaded, type View } from "../commit/Command.ts"
import { type Key, key, type TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "./Invoice.ts"
import type { InvoiceReference } from "./invoiceReference.ts"
import { areAllRead, withinRoom } from "./roomForLines.ts"

/**
 * The issued documents, annulled ones apart, that correct an invoice. Rectifications by differences leave it standing;
 * substitutions and the invoices that it is exchanged for replace it: they stand in its place. Looked up, never stored. A
 * decision that issues or annuls one of them writes what that makes of it for those that follow in its batch.
 */
export interface InvoiceCorrections {
  readonly organizationId: OrganizationId
  /** Of the invoice that is corrected. */
  readonly id: string
  /** Ids of the rectifications by differences, in no order. */
  readonly diferencias: ReadonlyArray<string>
  /** How many substitutions. */
  readonly sustituciones: number
  /** How many invoices that it was exchanged for. */
  readonly canjes: number
}

/** The invoices that a document corrects: the original of a rectification, the tickets that it is exchanged for. */
export const invoicesCorrectedBy = ({ rectifica, sustituye }: Pick<Invoice, "rectifica" | "sustituye">): ReadonlyArray<InvoiceReference> =>
  rectifica === null ? sustituye : [rectifica.original]

/** Those in whose place it stands: all of them, unless it only tells the differences. */
export const invoicesReplacedBy = (invoice: Invoice): ReadonlyArray<InvoiceReference> =>
  invoice.rectifica?.metodo === "diferencias" ? [] : invoicesCorrectedBy(invoice)

/** What corrects an invoice. */
export const correctionsKey = (organizationId: OrganizationId, id: string) =>
  key("invoiceCorrections", organizationId, id)

/** What `isReplaced` needs of the invoice of this id, as far as it is known, and the invoice. */
export const correctableKeys = (view: View, organizationId: OrganizationId, id: string): ReadonlyArray<Key> => {
  const differsFrom = differingFrom(loaded(view, "invoice", organizationId, id))
  return [
    key("invoice", organizationId, id),
    ...[id, ...differsFrom].map((one) => correctionsKey(organizationId, one)),
  ]
}

/** The rectifications by differences of these invoices, and what corrects them, as far as they are known and there is room. */
export const differenceKeys = (
  view: View,
  organizationId: OrganizationId,
  ids: ReadonlyArray<string>,
  linesMax: number,
): ReadonlyArray<Key> => {
  const differences = ids.flatMap((id) => differenceIds(view, organizationId, id))
  return withinRoom(view, organizationId, differences, linesMax)
    .flatMap((one) => [key("invoice", organizationId, one), correctionsKey(organizationId, one)])
}

/** Whether there was no room for all rectifications by differences of an invoice. */
export const differsTooMuch = (view: View, organizationId: OrganizationId, id: string): boolean =>
  !areAllRead(view, organizationId, differenceIds(view, organizationId, id))

const differenceIds = (view: View, organizationId: OrganizationId, id: string): ReadonlyArray<string> =>
  loaded(view, "invoiceCorrections", organizationId, id)?.diferencias ?? []

/** What issue and annulment of a document need of those that it corrects, as far as it is known and there is room. */
export const correctedKeys = (view: View, invoice: Invoice, linesMax: number): ReadonlyArray<Key> => {
  const { organizationId } = invoice
  const replaced = invoicesReplacedBy(invoice).map(({ factura_id }) => factura_id)
  return [
    ...invoicesCorrectedBy(invoice).flatMap(({ factura_id }) => correctableKeys(view, organizationId, factura_id)),
    ...differenceKeys(view, organizationId, replaced, linesMax),
  ]
}

/** What corrects the invoice, as it stands. */
export const correctionsOf = (view: View, organizationId: OrganizationId, id: string): InvoiceCorrections =>
  view.get("invoiceCorrections", organizationId, id) ??
    { organizationId, id, diferencias: [], sustituciones: 0, canjes: 0 }

/** The rectifications by differences of an invoice, the earliest first, as far as they are loaded (`differenceKeys`). */
export const differencesOf = (view: View, organizationId: OrganizationId, id: string): ReadonlyArray<Invoice> =>
  differenceIds(view, organizationId, id).toSorted().flatMap((one) => loaded(view, "invoice", organizationId, one) ?? [])

/** By what an invoice is replaced. */
export type Replacement = "sustitucion" | "canje"

/**
 * The rectifications by differences of an invoice that what replaces it replaces too: all of them, but for those that were
 * issued after an exchange, which are exchanged by themselves.
 */
export const replacedDifferences = (view: View, organizationId: OrganizationId, id: string, by: Replacement): ReadonlyArray<Invoice> =>
  differencesOf(view, organizationId, id).filter(({ rectifica }) => by === "sustitucion" || rectifica?.afterExchange !== true)

/** How many others stand in the place of an invoice: who replaces it replaces what told differences from it too. */
export const replacementsOf = (view: View, invoice: Invoice): Pick<InvoiceCorrections, "sustituciones" | "canjes"> => {
  const own = correctionsOf(view, invoice.organizationId, invoice.id)
  const [ofOriginal] = differingFrom(invoice).map((id) => correctionsOf(view, invoice.organizationId, id))
  return {
    sustituciones: own.sustituciones + (ofOriginal?.sustituciones ?? 0),
    canjes: own.canjes + (invoice.rectifica?.afterExchange === true ? 0 : ofOriginal?.canjes ?? 0),
  }
}

/** Whether another invoice stands in its place; that one is then corrected, and it no more (but see `isDifferable`). */
export const isReplaced = (view: View, invoice: Invoice): boolean => {
  const { canjes, sustituciones } = replacementsOf(view, invoice)
  return sustituciones + canjes > 0
}

/**
 * Whether differences may still be told from it: what is returned of an exchanged ticket is, since the ticket is what VAT
 * returns count, and not the full invoice (AEAT, developer answers 27).
 */
export const isDifferable = (view: View, invoice: Invoice): boolean => {
  const { canjes, sustituciones } = replacementsOf(view, invoice)
  return sustituciones === 0 && canjes === correctionsOf(view, invoice.organizationId, invoice.id).canjes
}

/** The original of a rectification by differences. */
const differingFrom = (invoice: Invoice | undefined): ReadonlyArray<string> =>
  invoice?.rectifica?.metodo === "diferencias" ? [invoice.rectifica.original.factura_id] : []

/** Tells the following commands of a batch that the document was issued (1) or annulled (-1). */
export const correctionRows = (
  invoice: Invoice,
  count: 1 | -1,
  view: View,
): ReadonlyArray<TableRow<"invoiceCorrections">> =>
  invoicesCorrectedBy(invoice).map(({ factura_id }) => ({
    table: "invoiceCorrections",
    row: changed(correctionsOf(view, invoice.organizationId, factura_id), invoice, count),
  }))

const changed = (before: InvoiceCorrections, { id, rectifica }: Invoice, count: 1 | -1): InvoiceCorrections => {
  const { canjes, diferencias, sustituciones } = before
  switch (rectifica?.metodo) {
    case undefined:
      return { ...before, canjes: canjes + count }
    case "diferencias":
      return { ...before, diferencias: count === 1 ? [...diferencias, id] : diferencias.filter((one) => one !== id) }
    case "sustitucion":
      return { ...before, sustituciones: sustituciones + count }
  }
}
