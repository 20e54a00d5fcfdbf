import { loaded, type View } from "../commit/Command.ts"
import { type Key, key, type TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "./Invoice.ts"
import type { InvoiceReference } from "./invoiceReference.ts"
import { areAllRead, withinRoom } from "./roomForLines.ts"

/**
 * The issued documents that correct an invoice; annulled ones do not count. There are three kinds:
 * - A rectification by differences (RD 1619/2012 art. 15.5) states what is to be added or taken off. The invoice still counts.
 * - A rectification by substitution (the same article) states the corrected contents in full. It replaces the invoice.
 * - A full invoice that is issued in exchange (canje) for a simplified one, a ticket, replaces the ticket.
 *
 * This is computed from the stored invoices and never stored itself. A command that issues or annuls such a document writes
 * the row all the same (`correctionRows`), so that later commands of the same batch see it.
 */
export interface InvoiceCorrections {
  readonly organizationId: OrganizationId
  /** Id of the invoice that is corrected. */
  readonly id: string
  /** Ids of the rectifications by differences, in no order. */
  readonly diferencias: ReadonlyArray<string>
  /** How many substitutions. */
  readonly sustituciones: number
  /** How many invoices it was exchanged for. */
  readonly canjes: number
}

/** The invoices that a document corrects: the original of a rectification, or the tickets that it is issued in exchange for. */
export const invoicesCorrectedBy = ({ rectifica, sustituye }: Pick<Invoice, "rectifica" | "sustituye">): ReadonlyArray<InvoiceReference> =>
  rectifica === null ? sustituye : [rectifica.original]

/** The invoice that a rectification corrects; null for any other document. */
export const originalOf = ({ organizationId, rectifica }: Invoice, view: View): Invoice | null => {
  if (rectifica === null) return null
  const original = view.get("invoice", organizationId, rectifica.original.factura_id)
  if (original === undefined) throw new Error("a rectification without its original")
  return original
}

/** The invoices that a document replaces: all that it corrects, unless it only states differences. */
export const invoicesReplacedBy = (invoice: Invoice): ReadonlyArray<InvoiceReference> =>
  invoice.rectifica?.metodo === "diferencias" ? [] : invoicesCorrectedBy(invoice)

/** The row that says what corrects an invoice. */
export const correctionsKey = (organizationId: OrganizationId, id: string) =>
  key("invoiceCorrections", organizationId, id)

/** The rows that `isReplaced` needs for the invoice with this id, as far as they can be named yet; the invoice is among them. */
export const correctableKeys = (view: View, organizationId: OrganizationId, id: string): ReadonlyArray<Key> => {
  const differsFrom = differingFrom(loaded(view, "invoice", organizationId, id))
  return [
    key("invoice", organizationId, id),
    ...[id, ...differsFrom].map((one) => correctionsKey(organizationId, one)),
  ]
}

/**
 * The rows of the rectifications by differences of these invoices, and of what corrects those in turn, as far as they can be
 * named yet and there is room for them (roomForLines.ts).
 */
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

/** Whether an invoice has so many rectifications by differences that there was no room to read them all. */
export const differsTooMuch = (view: View, organizationId: OrganizationId, id: string): boolean =>
  !areAllRead(view, organizationId, differenceIds(view, organizationId, id))

const differenceIds = (view: View, organizationId: OrganizationId, id: string): ReadonlyArray<string> =>
  loaded(view, "invoiceCorrections", organizationId, id)?.diferencias ?? []

/**
 * The rows that the issue or the annulment of a document needs about the invoices that it corrects, as far as they can be
 * named yet and there is room for them (roomForLines.ts).
 */
export const correctedKeys = (view: View, invoice: Invoice, linesMax: number): ReadonlyArray<Key> => {
  const { organizationId } = invoice
  const replaced = invoicesReplacedBy(invoice).map(({ factura_id }) => factura_id)
  return [
    ...invoicesCorrectedBy(invoice).flatMap(({ factura_id }) => correctableKeys(view, organizationId, factura_id)),
    ...differenceKeys(view, organizationId, replaced, linesMax),
  ]
}

/** What corrects an invoice at present. */
export const correctionsOf = (view: View, organizationId: OrganizationId, id: string): InvoiceCorrections =>
  view.get("invoiceCorrections", organizationId, id) ??
    { organizationId, id, diferencias: [], sustituciones: 0, canjes: 0 }

/** The rectifications by differences of an invoice, the earliest first, as far as they are loaded (`differenceKeys`). */
const differencesOf = (view: View, organizationId: OrganizationId, id: string): ReadonlyArray<Invoice> =>
  differenceIds(view, organizationId, id).toSorted().flatMap((one) => loaded(view, "invoice", organizationId, one) ?? [])

/** What replaces an invoice: a substitution, or the full invoice that a ticket is exchanged for. */
export type Replacement = "sustitucion" | "canje"

/**
 * The rectifications by differences that are replaced together with their invoice. A substitution replaces them all. An
 * exchange does not replace those that were issued after an exchange of the ticket: they are exchanged on their own.
 */
export const replacedDifferences = (view: View, organizationId: OrganizationId, id: string, by: Replacement): ReadonlyArray<Invoice> =>
  differencesOf(view, organizationId, id).filter(({ rectifica }) => by === "sustitucion" || rectifica?.afterExchange !== true)

/**
 * How many documents replace an invoice. If it is itself a rectification by differences, what replaces its original counts
 * too (`replacedDifferences`).
 */
export const replacementsOf = (view: View, invoice: Invoice): Pick<InvoiceCorrections, "sustituciones" | "canjes"> => {
  const own = correctionsOf(view, invoice.organizationId, invoice.id)
  const [ofOriginal] = differingFrom(invoice).map((id) => correctionsOf(view, invoice.organizationId, id))
  return {
    sustituciones: own.sustituciones + (ofOriginal?.sustituciones ?? 0),
    canjes: own.canjes + (invoice.rectifica?.afterExchange === true ? 0 : ofOriginal?.canjes ?? 0),
  }
}

/** Whether another invoice replaces it. Then that one is to be corrected, and no longer this one (but see `isDifferable`). */
export const isReplaced = (view: View, invoice: Invoice): boolean => {
  const { canjes, sustituciones } = replacementsOf(view, invoice)
  return sustituciones + canjes > 0
}

/**
 * Whether it may still be rectified by differences. An invoice that was replaced may not, except for an exchanged ticket: a
 * return of its goods is stated as a difference from the ticket, because VAT returns count the ticket and not the full
 * invoice (AEAT, developer answers 27).
 */
export const isDifferable = (view: View, invoice: Invoice): boolean => {
  const { canjes, sustituciones } = replacementsOf(view, invoice)
  return sustituciones === 0 && canjes === correctionsOf(view, invoice.organizationId, invoice.id).canjes
}

/** Id of the original, if the document is a rectification by differences; else nothing. */
const differingFrom = (invoice: Invoice | undefined): ReadonlyArray<string> =>
  invoice?.rectifica?.metodo === "diferencias" ? [invoice.rectifica.original.factura_id] : []

/** Tells the later commands of a batch that a document was issued (count 1) or annulled (count -1). */
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
