import type { CivilDate } from "../calendar/civilDate.ts"
import type { Contact } from "../contacts/Contact.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type DraftDates, datesUnderTerm, daysUntilDue } from "./draftDates.ts"
import type { InvoicePatch } from "./invoicePatch.ts"

/** What the dates of a patched draft depend on. */
interface DateTerms {
  /** The contact after the patch, whose `dias_pago` count where `plazos` sets no term; null for none. */
  readonly contact: Contact | null
  /** Whether the draft has another contact than before. */
  readonly contactChanged: boolean
  readonly organization: Organization
  /** After the patch. */
  readonly plazos: string | null
  readonly today: CivilDate
}

/**
 * The dates of a draft after a patch. A due date that was not chosen moves with the issue date, and where `plazos` or the
 * contact changes, with the term of payment. Null makes a chosen date one that is not. Where the patch leaves the issue date
 * out, it stays as it is.
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
