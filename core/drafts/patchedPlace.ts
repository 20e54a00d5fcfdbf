import { orNull } from "../fields/fieldSchemas.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { defaultSeriesOf } from "../numbering/series.ts"
import type { InvoicePatch } from "./invoicePatch.ts"
import { patched } from "./patchedTerms.ts"

/** What a document is, whose, and in which series. */
export type DraftPlace = Pick<Invoice, "organizationId" | "tipo" | "tipo_documento" | "contacto_id" | "serie">

type Kind = Pick<DraftPlace, "tipo_documento" | "contacto_id">

/**
 * The same of a draft after a patch. A rectification stays an invoice, and null means its original's contact, as when it was
 * made: `original` is null for any other draft.
 */
export const patchedPlace = (draft: Invoice, patch: InvoicePatch, original: Invoice | null): DraftPlace => {
  const { contacto_id: sent } = patch
  const kind: Kind = {
    tipo_documento: original === null ? patched(patch.tipo_documento, draft.tipo_documento, "invoice") : "invoice",
    contacto_id: sent === undefined ? draft.contacto_id : orNull(sent) ?? original?.contacto_id ?? null,
  }
  return { organizationId: draft.organizationId, tipo: draft.tipo, ...kind, serie: patchedSeries(draft, patch, kind) }
}

/** A series that is the default one, chosen or not, follows the kind of document. */
const patchedSeries = (draft: Invoice, { serie }: InvoicePatch, kind: Kind): string => {
  const usualOf = ({ contacto_id, tipo_documento }: Kind): string =>
    defaultSeriesOf({ tipo_documento, tipo: draft.tipo, hasRecipient: contacto_id !== null })
  const stored = draft.serie === usualOf(draft) ? usualOf(kind) : draft.serie
  return patchedText(serie, stored) ?? usualOf(kind)
}

/** Empty text is none. */
export const patchedText = (sent: string | null | undefined, stored: string | null): string | null =>
  sent === undefined ? stored : orNull(sent)
