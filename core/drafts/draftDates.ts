import { addDays, type CivilDate } from "../calendar/civilDate.ts"
import { parseTerms } from "../calendar/paymentTerms.ts"
import type { Contact } from "../contacts/Contact.ts"
import { givenDay } from "../fields/givenDay.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import type { InvoiceInput } from "./invoiceInput.ts"

/**
 * The dates of a draft. With them, whether the issue date is only the default, and the days of the term of payment where that
 * sets the due date.
 */
export type DraftDates = Pick<Invoice, "fecha_emision" | "fecha_por_defecto" | "fecha_vencimiento" | "dias_vencimiento">

/**
 * The dates of a new draft. Issued today unless given. Due as given, else by the shortest of `plazos`, else by the contact's
 * days, else without a due date (decisions, section 2). Adds to `issues` where a given date is none.
 */
export const draftDates = (
  input: Pick<InvoiceInput, "fecha_emision" | "fecha_vencimiento" | "plazos">,
  contact: Contact | null,
  organization: Organization,
  today: CivilDate,
  issues: Array<FieldIssue>,
): DraftDates => datesUnderTerm(input, daysUntilDue(input.plazos, contact), organization, today, issues)

/** The dates of a draft that is due `days` after its issue unless a due date is given; null for no term of payment. */
export const datesUnderTerm = (
  input: Pick<InvoiceInput, "fecha_emision" | "fecha_vencimiento">,
  days: number | null,
  organization: Organization,
  today: CivilDate,
  issues: Array<FieldIssue>,
): DraftDates => {
  const zone = zoneOfRegion(organization.region_fiscal)
  const issued = givenDay("fecha_emision", input.fecha_emision, zone, issues)
  const due = givenDay("fecha_vencimiento", input.fecha_vencimiento, zone, issues)
  const fecha_emision = issued ?? today
  const dias_vencimiento = due === null ? days : null
  return {
    fecha_emision,
    fecha_por_defecto: issued === null,
    fecha_vencimiento: due ?? dueDate(fecha_emision, dias_vencimiento),
    dias_vencimiento,
  }
}

/** The due date: that many days after the day of issue; null without a term of payment. */
export const dueDate = (issued: CivilDate, days: number | null): CivilDate | null =>
  days === null ? null : addDays(issued, days)

/** The shortest term in `plazos`; the contact's, where that is free text and no list of days, or missing. */
export const daysUntilDue = (plazos: string | null | undefined, contact: Contact | null): number | null => {
  const terms = parseTerms(plazos ?? "")
  return terms === undefined ? contact?.dias_pago ?? null : Math.min(...terms)
}
