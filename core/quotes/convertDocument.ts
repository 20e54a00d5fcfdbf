import { Either } from "effect"
import type { Command, Supply, View } from "../commit/Command.ts"
import { type DraftDates, draftDates } from "../drafts/draftDates.ts"
import { draftSeries } from "../drafts/draftSeries.ts"
import { type DraftContents, newDraft } from "../drafts/newDraft.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { conversionKeys, isConverted } from "../invoices/conversion.ts"
import type { Invoice, Recipient } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import type { InvoiceResource } from "../invoices/invoiceResource.ts"
import { convertedRefusal } from "../invoices/lifecycleRefusals.ts"
import { customerKeys, presentContact, presentRecipient } from "../invoices/parties.ts"
import { conflict, type Refusal } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"

/**
 * Makes the draft of an invoice from a quote, delivery note or proforma (decisions, section 2), which may itself be a draft.
 * Emits `invoice.created`. Refuses an invoice, a rejected quote, and a document that was converted before.
 */
export const convertDocument = (organizationId: OrganizationId, id: string): Command<InvoiceResource> =>
  invoiceCommand(organizationId, id, {
    what: "el documento",
    reads: (_, document) => [...customerKeys(document), ...conversionKeys(document)],
    decide: ({ invoice: document, organization }, view, supply) => {
      const refusal = conversionRefusal(document, view)
      if (refusal !== undefined) return Either.left(refusal)
      const today = civilDateIn(organization.region_fiscal, supply.clock)
      const dates = draftDates({ plazos: document.plazos }, presentContact(view, document), organization, today, [])
      const contents = invoiceContents(document, dates, presentRecipient(view, document), supply)
      const drafted = newDraft(contents, today, supply)
      const row: Invoice = { ...document, convertida_en: drafted.result.id, modifiedSequence: supply.sequence() }
      return Either.right({ ...drafted, rows: [...drafted.rows, { table: "invoice", row }] })
    },
  })

const conversionRefusal = (document: Invoice, view: View): Refusal | undefined => {
  if (document.tipo_documento === "invoice") {
    return conflict("ya_es_factura", "Solo se convierten presupuestos, albaranes y proformas.")
  }
  if (isConverted(document, view)) return convertedRefusal(document)
  return document.aceptacion?.aceptado === false
    ? conflict("presupuesto_rechazado", "El presupuesto fue rechazado.")
    : undefined
}

/**
 * The draft's contents: what was agreed, unchanged to the cent, but with its own series, number and dates. The due date of a
 * quote says how long the offer stands, so the invoice's comes from `plazos` or the contact instead.
 */
const invoiceContents = (
  document: Invoice,
  dates: DraftDates,
  recipient: Recipient | null,
  supply: Supply,
): DraftContents => {
  const kind = { tipo_documento: "invoice", tipo: "invoice", contacto_id: document.contacto_id } as const
  return {
    organizationId: document.organizationId,
    ...kind,
    rectifica: null,
    sustituye: [],
    ...draftSeries(null, kind),
    numero_pedido: null,
    recipient,
    ...dates,
    plazos: document.plazos,
    forma_pago: document.forma_pago,
    notas: document.notas,
    notas_internas: document.notas_internas,
    etiquetas: document.etiquetas,
    divisa: document.divisa,
    tipo_cambio: document.tipo_cambio,
    precios_con_iva: document.precios_con_iva,
    recargo_equivalencia: document.recargo_equivalencia,
    irpf: document.irpf,
    suplidos: document.suplidos,
    lineas: document.lineas.map((line) => ({ ...line, id: supply.id() })),
    rates: document.rates,
    base_imponible: document.base_imponible,
    cuota_iva: document.cuota_iva,
    cuota_recargo: document.cuota_recargo,
    cuota_irpf: document.cuota_irpf,
    total: document.total,
  }
}
