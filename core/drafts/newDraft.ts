import type { CivilDate } from "../calendar/civilDate.ts"
import type { Decision, Supply } from "../commit/Command.ts"
import { contactUsed } from "../contacts/ContactUse.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoiceResource, type InvoiceResource, invoiceSummary } from "../invoices/invoiceResource.ts"
import { zeroCents } from "../money/cents.ts"

/** What every draft starts with. */
const unissued = {
  lifecycle: "draft",
  numero: null,
  issuer: null,
  fecha_cobro: null,
  cobrado: zeroCents,
  settlement: null,
  registry: null,
  aceptacion: null,
  convertida_en: null,
  motivo_anulacion: null,
  emitida: null,
} as const

/** What differs from one new draft to another. */
export type DraftContents = Omit<
  Invoice,
  keyof typeof unissued | "id" | "creado" | "createdSequence" | "modifiedSequence"
>

/** The decision that stores a new draft and answers it, as it is shown today. */
export const newDraft = (contents: DraftContents, today: CivilDate, supply: Supply): Decision<InvoiceResource> => {
  const place = supply.sequence()
  // The new properties stand before the copied ones: V8 takes a hundred times as long the other way round.
  const row: Invoice = {
    id: supply.id(),
    creado: supply.now,
    createdSequence: place,
    modifiedSequence: place,
    ...unissued,
    ...contents,
  }
  return {
    result: invoiceResource(row, today),
    rows: [{ table: "invoice", row }, ...contactUsed(row.organizationId, row.contacto_id)],
    events: createdEvents(row, today),
  }
}

/** The event of a new document: invoices and delivery notes have one, quotes and proformas have none (decisions, section 5). */
export const createdEvents = (invoice: Invoice, today: CivilDate): ReadonlyArray<EventBody> => {
  const summary = invoiceSummary(invoice, today)
  if (invoice.tipo_documento === "invoice") return [{ suceso: "invoice.created", datos: { factura: summary } }]
  if (invoice.tipo_documento === "delivery") return [{ suceso: "delivery.created", datos: { albaran: summary } }]
  return []
}
