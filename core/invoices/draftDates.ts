import { addDays, type CivilDate, parseCivilDate } from "../calendar/civilDate.ts"
import { civilDateOfDateTime, type CivilZone, zoneOfRegion } from "../calendar/civilZone.ts"
import { parseTerms } from "../calendar/dueDates.ts"
import type { Contact } from "../contacts/Contact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import type { Invoice } from "./Invoice.ts"
import type { InvoiceInput } from "./invoiceInput.ts"

/** The dates of an invoice and what they follow from. */
export type DraftDates = Pick<Invoice, "fecha_emision" | "fecha_por_defecto" | "fecha_vencimiento" | "dias_vencimiento">

/**
 * The dates of a draft: issue today unless given; due as given, else by the first of `plazos`, else by the
 * contact's days, else never (decisions, section 2). Adds to `issues` what is no date.
 */
export const draftDates = (
  input: Pick<InvoiceInput, "fecha_emision" | "fecha_vencimiento" | "plazos">,
  contact: Contact | null,
  organization: Organization,
  today: CivilDate,
  issues: Array<FieldIssue>,
): DraftDates => {
  const zone = zoneOfRegion(organization.region_fiscal)
  const issued = givenDate("fecha_emision", input.fecha_emision, zone, issues)
  const due = givenDate("fecha_vencimiento", input.fecha_vencimiento, zone, issues)
  const fecha_emision = issued ?? today
  const dias_vencimiento = due === null ? daysUntilDue(input.plazos, contact) : null
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

/** `plazos` is free text: one that is no list of days sets no due date. */
const daysUntilDue = (plazos: string | null | undefined, contact: Contact | null): number | null => {
  const terms = parseTerms(plazos ?? "")
  return terms === undefined ? contact?.dias_pago ?? null : Math.min(...terms)
}

const givenDate = (
  campo: string,
  value: string | null | undefined,
  zone: CivilZone,
  issues: Array<FieldIssue>,
): CivilDate | null => {
  const text = orNull(value)
  if (text === null) return null
  const date = parseCivilDate(text) ?? civilDateOfDateTime(text, zone)
  if (date !== undefined && date >= earliest && date <= latest) return date
  issues.push({ campo, motivo: "debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200" })
  return null
}

/** Beyond these a date is a typing error; it also keeps every due date within four digits of year. */
const earliest = "1900-01-01"
const latest = "2200-12-31"
