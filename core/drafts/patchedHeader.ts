import { orNull } from "../fields/fieldSchemas.ts"
import { patched } from "../fields/patching.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { type DraftSeries, draftSeries, usualSeries } from "./draftSeries.ts"
import type { InvoicePatch } from "./invoicePatch.ts"

type Kind = Pick<Invoice, "organizationId" | "tipo" | "tipo_documento" | "contacto_id">

/** What kind of document a draft is, for which contact, and in which series. */
export type DraftHeader = Kind & DraftSeries

/**
 * The header of a draft after a patch. A rectification stays an invoice, and null as its contact means that of its original,
 * as when it was made. `original` is null for any other draft.
 */
export const patchedHeader = (draft: Invoice, patch: InvoicePatch, original: Invoice | null): DraftHeader => {
  const { contacto_id: sent } = patch
  const kind: Kind = {
    organizationId: draft.organizationId,
    tipo: draft.tipo,
    tipo_documento: original === null ? patched(patch.tipo_documento, draft.tipo_documento, "invoice") : "invoice",
    contacto_id: sent === undefined ? draft.contacto_id : orNull(sent) ?? original?.contacto_id ?? null,
  }
  return { ...kind, ...patchedSeries(draft, patch, kind) }
}

/**
 * A series that was not chosen changes with the kind of document. Drafts of older versions are all marked as if it were not:
 * what differs from the default was chosen.
 */
const patchedSeries = (draft: Invoice, { serie: sent }: InvoicePatch, kind: Kind): DraftSeries => {
  const { serie, serie_por_defecto } = draft
  const isUnchosen = serie_por_defecto && serie === usualSeries(draft)
  return sent === undefined && !isUnchosen ? { serie, serie_por_defecto } : draftSeries(sent, kind)
}
