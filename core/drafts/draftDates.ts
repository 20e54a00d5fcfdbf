import { addDays, type CivilDate } from "../calendar/civilDate.ts"
import { parseTerms } from "../calendar/paymentTerms.ts"
import type { Contact } from "../contacts/Contact.ts"
import { givenDay } from "../fields/givenDay.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import type { InvoiceInput } from "./invoiceInput.ts"

/** The dates of an invoice and what they follow from. */
export type DraftDates = Pick<Invoice, "fecha_emision" | "fecha_por_defecto" | "fecha_vencimiento" | "dias_vencimiento">

/**
 * The dates of a draft: issue today unless given; due as given, else by the shortest of `plazos`, else by the
 * contact's days, else never (decisions, section 2). Adds to `issues` what is no date.
 */
export const draftDates = (
  input: Pick<InvoiceInput, "fecha_emision" | "fecha_vencimiento" | "plazos">,
  contact: Contact | null,
  organization: Organization,
  today: CivilDate,
  issues: Array<FieldIssue>,
): DraftDates => datesUnderTerm(input, daysUntilDue(input.plazos, contact), organization, today, issues)

/** The same under a term that is told: days from issue to the first due date, null for none. */
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

/** The due day so many days after the issue day; null without a term. */
export const dueDate = (issued: CivilDate, days: number | null): CivilDate | null =>
  days === null ? null : addDays(issued, days)

/** The shortest term of `plazos`, else the contact's: free text that is no list of days sets none. */
export const daysUntilDue = (plazos: string | null | undefined, contact: Contact | null): number | null => {
  const terms = parseTerms(plazos ?? "")
  return terms === undefined ? contact?.dias_pago ?? null : Math.min(...terms)
}
