import { Either } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { civilDateAt, zoneOfRegion } from "../calendar/civilZone.ts"
import type { Command, Decision, Supply, View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { contactUsed } from "../contacts/ContactUse.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { Organization, OrganizationId } from "../organizations/Organization.ts"
import { conflict, type FieldIssue, invalidInput, notFound, type Refusal } from "../refusals/refusal.ts"
import { productKeys } from "./draftLines.ts"
import type { Invoice } from "./Invoice.ts"
import type { InvoicePatch } from "./invoicePatch.ts"
import { invoiceResource, type InvoiceResource } from "./invoiceResource.ts"
import { type PatchContext, patchedContactId, patchedDraft, patchedText } from "./patchedDraft.ts"
import { patched } from "./patchedTerms.ts"

/**
 * Changes a draft in whatever a new one may say; an issued document in its labels and internal notes only, a
 * cancelled one in nothing (decisions, section 2). A patch that changes nothing writes nothing. No events.
 */
export const updateInvoice = (
  organizationId: OrganizationId,
  id: string,
  patch: InvoicePatch,
): Command<InvoiceResource> => ({
  organizationId,
  reads: (view) => [
    key("organization", organizationId, organizationId),
    key("invoice", organizationId, id),
    ...draftReads(view, organizationId, id, patch),
  ],
  decide: (view, supply) => {
    const organization = view.get("organization", organizationId, organizationId)
    if (organization === undefined) throw new Error("an access key without its organization")
    const invoice = view.get("invoice", organizationId, id)
    if (invoice === undefined) return Either.left(notFound("la factura"))
    const today = civilDateAt(zoneOfRegion(organization.region_fiscal), supply.clock)
    return invoice.lifecycle === "draft"
      ? decideDraft(invoice, patch, contextOf(invoice, patch, organization, today, view), supply)
      : decideIssued(invoice, given(patch), today, supply)
  },
})

/** What the patch of a draft needs beyond it. */
const draftReads = (view: View, organizationId: OrganizationId, id: string, patch: InvoicePatch) => {
  const draft = view.has("invoice", organizationId, id) ? view.get("invoice", organizationId, id) : undefined
  if (draft === undefined || draft.lifecycle !== "draft") return []
  const named = [
    ...(patch.facturas_sustituidas ?? []).map((one) => key("invoice", organizationId, one)),
    ...productKeys(organizationId, patch.lineas ?? []),
  ]
  const originalId = draft.rectifica?.original.factura_id ?? null
  if (originalId !== null && !view.has("invoice", organizationId, originalId)) {
    return [...named, key("invoice", organizationId, originalId)]
  }
  const contactId = patchedContactId(draft, patch, originalOf(draft, view))
  return [
    ...named,
    ...(originalId === null ? [] : [key("invoice", organizationId, originalId)]),
    ...(contactId === null ? [] : [key("contact", organizationId, contactId)]),
  ]
}

const originalOf = ({ organizationId, rectifica }: Invoice, view: View): Invoice | null => {
  if (rectifica === null) return null
  const original = view.get("invoice", organizationId, rectifica.original.factura_id)
  if (original === undefined) throw new Error("a rectification without its original")
  return original
}

const contextOf = (
  draft: Invoice,
  patch: InvoicePatch,
  organization: Organization,
  today: CivilDate,
  view: View,
): PatchContext => {
  const { organizationId } = draft
  const original = originalOf(draft, view)
  const contactId = patchedContactId(draft, patch, original)
  return {
    organization,
    contact: contactId === null ? null : view.get("contact", organizationId, contactId),
    original,
    exchanged: (patch.facturas_sustituidas ?? []).map((id) => view.get("invoice", organizationId, id)),
    productOf: (id) => view.get("product", organizationId, id),
    today,
  }
}

const decideDraft = (
  draft: Invoice,
  patch: InvoicePatch,
  context: PatchContext,
  supply: Supply,
): Either.Either<Decision<InvoiceResource>, Refusal> => {
  const issues: Array<FieldIssue> = []
  const after = patchedDraft(draft, patch, context, supply, issues)
  if (after === undefined) return Either.left(invalidInput(issues))
  // What the contact has become meanwhile is shown, but is no change of the draft.
  const { recipient } = after
  return Either.right(changed({ ...draft, recipient }, after, context.today, supply))
}

const decideIssued = (
  invoice: Invoice,
  patch: InvoicePatch,
  today: CivilDate,
  supply: Supply,
): Either.Either<Decision<InvoiceResource>, Refusal> => {
  const { etiquetas, notas_internas, ...frozen } = patch
  if (invoice.lifecycle === "cancelled" && Object.keys(patch).length > 0) {
    return Either.left(conflict("factura_anulada", "La factura está anulada: ya no cambia."))
  }
  if (Object.keys(frozen).length > 0) {
    const mensaje = "De un documento emitido solo cambian las etiquetas y las notas internas."
    return Either.left(conflict("factura_emitida", mensaje))
  }
  const after: Invoice = {
    ...invoice,
    etiquetas: patched(etiquetas, invoice.etiquetas, []),
    notas_internas: patchedText(notas_internas, invoice.notas_internas),
  }
  return Either.right(changed(invoice, after, today, supply))
}

const changed = (
  before: Invoice,
  after: Invoice,
  today: CivilDate,
  supply: Supply,
): Decision<InvoiceResource> => {
  const result = invoiceResource(after, today)
  if (isSameRow(before, after)) return { result, rows: [], events: [] }
  const row: Invoice = { ...after, modifiedSequence: supply.sequence() }
  return {
    result,
    rows: [{ table: "invoice", row }, ...contactUsed(row.organizationId, row.contacto_id)],
    events: [],
  }
}
