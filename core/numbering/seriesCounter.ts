import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { DocumentKind, InvoiceKind } from "../invoices/Invoice.ts"

/**
 * The counter of a numbering series. Each kind of document has its own: a quote in series "A" leaves no gap among the invoices
 * of "A".
 */
export interface SeriesCounter {
  readonly organizationId: OrganizationId
  /** `seriesId(tipo_documento, serie)`. */
  readonly id: string
  readonly tipo_documento: DocumentKind
  readonly serie: string
  /** Ordinary or rectifying, as the first issue sets it: the law keeps the two apart (RD 1619/2012 art. 6.1.a). */
  readonly tipo: InvoiceKind
  /** Last number given; 0 when none has been. */
  readonly last: number
  /** Whether it holds a document that a live key issued. This and the next two serve warnings in the activity log. */
  readonly holdsLive: boolean
  /** Whether it holds a document with a recipient, and one without. */
  readonly holdsFull: boolean
  readonly holdsSimplified: boolean
}

/** The id of a series' counter. */
export const seriesId = (kind: DocumentKind, serie: string): string => `${kind}:${serie}`
