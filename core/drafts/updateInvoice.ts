import { Either } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { type Command, type Decision, type Supply, unchanged, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { contactUsed } from "../contacts/ContactUse.ts"
import { contactKeys, namedContact } from "../contacts/namedContact.ts"
import { given, isSameRow, patched, patchedText } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { conversionKeys, isConverted } from "../invoices/conversion.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { invoicesCorrectedBy, originalOf } from "../invoices/InvoiceCorrections.ts"
import { invoiceResource, type InvoiceResource } from "../invoices/invoiceResource.ts"
import { cancelledRefusal, convertedRefusal, issuedRefusal } from "../invoices/lifecycleRefusals.ts"
import { seriesKey, seriesKindIssue, type SeriesPlace } from "../numbering/seriesKind.ts"
import type { Organization } from "../organizations/Organization.ts"
import { productKeys, productsBeside } from "../products/namedProducts.ts"
import { type FieldIssue, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"
import { exchangeKeys, namedForExchange } from "./exchangedInvoices.ts"
import type { InvoicePatch } from "./invoicePatch.ts"
import { createdEvents } from "./newDraft.ts"
import { type PatchContext, patchedDraft } from "./patchedDraft.ts"
import { patchedHeader } from "./patchedHeader.ts"

/**
 * Changes any property of a draft; of an issued or cancelled document only its labels and internal notes (decisions, section
 * 2). A patch that changes nothing writes nothing. A draft that becomes another kind of document emits what the creation of one
 * would. Refuses another kind of document for a draft that was converted.
 */
export const updateInvoice = (
  organizationId: OrganizationId,
  id: string,
  patch: InvoicePatch,
): Command<InvoiceResource> =>
  invoiceCommand(organizationId, id, {
    reads: (view, invoice) => [...conversionKeys(invoice), ...draftKeys(view, invoice, patch)],
    decide: ({ invoice, organization }, view, supply) => {
      const today = civilDateIn(organization.region_fiscal, supply.clock)
      if (invoice.lifecycle !== "draft") return decideIssued(invoice, given(patch), today, supply)
      const context = contextOf(invoice, patch, organization, today, view)
      return decideDraft(invoice, patch, context, isConverted(invoice, view), supply)
    },
  })

/** The keys that the patch of a draft needs beside the draft, as far as they are known. */
const draftKeys = (view: View, draft: Invoice | undefined, patch: InvoicePatch) => {
  if (draft?.lifecycle !== "draft") return []
  const { organizationId } = draft
  const named = [
    ...exchangeKeys(view, organizationId, patch.facturas_sustituidas ?? []),
    ...productKeys(organizationId, patch.lineas ?? []),
  ]
  const corrected = invoicesCorrectedBy(draft).slice(0, 1).map(({ factura_id }) => key("invoice", organizationId, factura_id))
  if (corrected.some(({ id }) => !view.has("invoice", organizationId, id))) return [...named, ...corrected]
  const header = patchedHeader(draft, patch, originalOf(draft, view))
  return [
    ...named,
    ...corrected,
    ...contactKeys(organizationId, header.contacto_id),
    ...(isSameSeries(draft, header) ? [] : [seriesKey(header)]),
  ]
}

const isSameSeries = (one: SeriesPlace, other: SeriesPlace): boolean => seriesKey(one).id === seriesKey(other).id

const contextOf = (
  draft: Invoice,
  patch: InvoicePatch,
  organization: Organization,
  today: CivilDate,
  view: View,
): PatchContext => {
  const { organizationId } = draft
  const original = originalOf(draft, view)
  const header = patchedHeader(draft, patch, original)
  const { contacto_id } = header
  return {
    organization,
    contact: contacto_id === null ? null : namedContact(view, organizationId, contacto_id),
    original,
    exchanged: namedForExchange(view, organizationId, patch.facturas_sustituidas ?? []),
    invoiceOf: (id) => view.get("invoice", organizationId, id),
    productOf: productsBeside(view, organizationId, draft.lineas),
    seriesIssue: isSameSeries(draft, header) ? undefined : seriesKindIssue(view, header),
    today,
  }
}

const decideDraft = (
  draft: Invoice,
  patch: InvoicePatch,
  context: PatchContext,
  converted: boolean,
  supply: Supply,
): Either.Either<Decision<InvoiceResource>, Refusal> => {
  const issues: Array<FieldIssue> = []
  const after = patchedDraft(draft, patch, context, supply, issues)
  if (after === undefined) return Either.left(invalidInput(issues))
  if (converted && after.tipo_documento !== draft.tipo_documento) return Either.left(convertedRefusal(draft))
  // Changes of the contact since are shown, but are no change of the draft.
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
  if (Object.keys(frozen).length > 0) {
    return Either.left(invoice.lifecycle === "cancelled"
      ? cancelledRefusal
      : issuedRefusal("De un documento emitido solo cambian las etiquetas y las notas internas."))
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
  if (isSameRow(before, after)) return unchanged(result)
  const row: Invoice = { ...after, modifiedSequence: supply.sequence() }
  return {
    result,
    rows: [{ table: "invoice", row }, ...contactUsed(row.organizationId, row.contacto_id)],
    events: before.tipo_documento === row.tipo_documento ? [] : createdEvents(row, today),
  }
}
