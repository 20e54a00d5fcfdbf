import type { CivilDate } from "../calendar/civilDate.ts"
import type { Contact } from "../contacts/Contact.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type DraftDates, datesUnderTerm, daysUntilDue } from "./draftDates.ts"
import type { InvoicePatch } from "./invoicePatch.ts"

/** What the dates of a patched draft follow. */
export interface DateTerms {
  /** Whose days are the term where `plazos` is none; null: nobody's. */
  readonly contact: Contact | null
  /** Whether the draft has another contact than before. */
  readonly contactChanged: boolean
  readonly organization: Organization
  readonly plazos: string | null
  readonly today: CivilDate
}

/**
 * The dates after a patch. A due date that nobody has chosen follows the issue date, and `plazos` or the
 * contact where these change; null unchooses a date. An issue date left out stays until the issue, chosen or
 * not.
 */
export const patchedDates = (
  draft: Invoice,
  patch: InvoicePatch,
  { contact, contactChanged, organization, plazos, today }: DateTerms,
  issues: Array<FieldIssue>,
): DraftDates => {
  const issueDay = draft.fecha_por_defecto ? null : draft.fecha_emision
  const dueDay = draft.dias_vencimiento === null ? draft.fecha_vencimiento : null
  const keepsTerm = patch.fecha_vencimiento === undefined && plazos === draft.plazos && !contactChanged
  return datesUnderTerm(
    {
      fecha_emision: patch.fecha_emision === undefined ? issueDay : patch.fecha_emision,
      fecha_vencimiento: patch.fecha_vencimiento === undefined ? dueDay : patch.fecha_vencimiento,
    },
    keepsTerm ? draft.dias_vencimiento : daysUntilDue(plazos, contact),
    organization,
    patch.fecha_emision === undefined ? draft.fecha_emision : today,
    issues,
  )
}
