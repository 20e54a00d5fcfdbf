import { Either } from "effect"
import { civilDateAt, zoneOfRegion } from "../calendar/civilZone.ts"
import type { Command, Decision, Supply } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Contact } from "../contacts/Contact.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { zeroCents } from "../money/cents.ts"
import { defaultSeriesOf } from "../numbering/series.ts"
import type { Organization, OrganizationId } from "../organizations/Organization.ts"
import { type FieldIssue, invalidField, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { recordFigures } from "../registry/euros.ts"
import type { Totals } from "../tax/totals.ts"
import { draftDates } from "./draftDates.ts"
import { type DraftLine, draftLines, draftTotals } from "./draftLines.ts"
import { exchangeRate, preferredPaymentForm } from "./draftTerms.ts"
import type { Invoice, InvoiceLine } from "./Invoice.ts"
import type { InvoiceInput } from "./invoiceInput.ts"
import { invoiceResource, type InvoiceResource, invoiceSummary } from "./invoiceResource.ts"
import { recipientOf } from "./parties.ts"

/**
 * Makes a draft: no number, totals computed; emits `invoice.created` (contract, section 3.1). What the input
 * omits comes from the contact, then the organization, then the default (decisions, section 2).
 */
export const draftInvoice = (organizationId: OrganizationId, input: InvoiceInput): Command<InvoiceResource> => {
  const contactId = orNull(input.contacto_id)
  return {
    organizationId,
    reads: () => [
      key("organization", organizationId, organizationId),
      ...(contactId === null ? [] : [key("contact", organizationId, contactId)]),
    ],
    decide: (view, supply) => {
      const organization = view.get("organization", organizationId, organizationId)
      if (organization === undefined) throw new Error("an access key without its organization")
      const contact = contactId === null ? null : view.get("contact", organizationId, contactId)
      return decideDraft(organization, contact, input, supply)
    },
  }
}

/** `contact` is undefined when the named one does not exist. */
const decideDraft = (
  organization: Organization,
  contact: Contact | null | undefined,
  input: InvoiceInput,
  supply: Supply,
): Either.Either<Decision<InvoiceResource>, Refusal> => {
  const issues: Array<FieldIssue> = []
  if (contact === undefined) issues.push({ campo: "contacto_id", motivo: "no existe ese contacto" })
  const known = contact ?? null

  const serie = orNull(input.serie) ?? defaultSeriesOf({
    tipo_documento: input.tipo_documento ?? "invoice",
    tipo: "invoice",
    hasRecipient: known !== null,
  })

  const today = civilDateAt(zoneOfRegion(organization.region_fiscal), supply.clock)
  const dates = draftDates(input, known, organization, today, issues)
  const divisa = input.divisa ?? known?.moneda ?? organization.moneda
  const tipo_cambio = exchangeRate(divisa, input.tipo_cambio ?? null, issues)
  const lines = draftLines(input, known, organization, issues)
  const irpf = input.irpf ?? known?.irpf ?? 0
  const terms = {
    region: organization.region_fiscal,
    recargo_equivalencia: input.recargo_equivalencia ?? false,
    irpf,
    suplidos: input.suplidos ?? zeroCents,
  }
  const totals = draftTotals(lines, input.precios_con_iva ?? false, terms, issues)
  if (totals === undefined || issues.length > 0) return Either.left(invalidInput(issues))
  if (recordFigures({ rates: totals.rates, tipo_cambio }) === undefined) {
    return Either.left(invalidField("tipo_cambio", "en euros el total no puede pasar de 12 cifras enteras"))
  }

  const place = supply.sequence()
  const { rates, base_imponible, cuota_irpf, cuota_iva, cuota_recargo, suplidos, total } = totals
  const row: Invoice = {
    organizationId: organization.id,
    id: supply.id(),
    lifecycle: "draft",
    tipo_documento: input.tipo_documento ?? "invoice",
    tipo: "invoice",
    serie,
    numero: null,
    numero_pedido: input.numero ?? null,
    contacto_id: known?.id ?? null,
    recipient: known === null ? null : recipientOf(known),
    issuer: null,
    ...dates,
    plazos: orNull(input.plazos),
    forma_pago: input.forma_pago ?? preferredPaymentForm(known),
    fecha_cobro: null,
    notas: orNull(input.notas),
    notas_internas: orNull(input.notas_internas),
    etiquetas: input.etiquetas ?? [],
    divisa,
    tipo_cambio,
    precios_con_iva: input.precios_con_iva ?? false,
    recargo_equivalencia: terms.recargo_equivalencia,
    irpf,
    lineas: invoiceLines(lines, totals, input.precios_con_iva ?? false, supply),
    rates,
    base_imponible,
    cuota_iva,
    cuota_recargo,
    cuota_irpf,
    suplidos,
    total,
    cobrado: zeroCents,
    registry: null,
    emitida: null,
    creado: supply.now,
    createdSequence: place,
    modifiedSequence: place,
  }
  const events: ReadonlyArray<EventBody> = createdEvents(row, today)
  return Either.right({ result: invoiceResource(row, today), rows: [{ table: "invoice", row }], events })
}

const invoiceLines = (
  lines: ReadonlyArray<DraftLine>,
  totals: Totals,
  pricesWithTax: boolean,
  supply: Supply,
): ReadonlyArray<InvoiceLine> =>
  lines.map((line, i) => ({
    ...line,
    id: supply.id(),
    precio: totals.unitPrices[i] ?? line.precio,
    precio_con_iva: pricesWithTax ? line.precio : null,
    base: totals.lineBases[i] ?? zeroCents,
  }))

/** `invoice.*` is for invoices only; a delivery note has an event of its own (decisions, section 5). */
const createdEvents = (invoice: Invoice, today: Parameters<typeof invoiceSummary>[1]): ReadonlyArray<EventBody> => {
  const summary = invoiceSummary(invoice, today)
  if (invoice.tipo_documento === "invoice") return [{ suceso: "invoice.created", datos: { factura: summary } }]
  if (invoice.tipo_documento === "delivery") return [{ suceso: "delivery.created", datos: { albaran: summary } }]
  return []
}
