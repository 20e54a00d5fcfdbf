import { Either, Schema } from "effect"
import { civilDateAt, zoneOfRegion } from "../calendar/civilZone.ts"
import type { Command, View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { optional, orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { conflict, notFound, type Refusal } from "../refusals/refusal.ts"
import { conversionReads, isConverted } from "./conversion.ts"
import type { Invoice } from "./Invoice.ts"
import { invoiceResource, type InvoiceResource, invoiceSummary } from "./invoiceResource.ts"
import { convertedRefusal, draftRefusal } from "./lifecycleRefusals.ts"
import { reason } from "./reason.ts"

/** What a customer says to a quote. */
export const QuoteAnswerInput = Schema.Struct({ motivo: optional(reason()) }).annotations({
  identifier: "RespuestaNueva",
})
export type QuoteAnswerInput = typeof QuoteAnswerInput.Type

/**
 * Notes that a customer accepts or rejects a quote, once; emits `quote.accepted` or `quote.rejected`
 * (decisions, section 2). Refuses what is no issued quote, and the rejection of one that became an invoice.
 */
export const answerQuote = (
  organizationId: OrganizationId,
  id: string,
  aceptado: boolean,
  input: QuoteAnswerInput,
): Command<InvoiceResource> => ({
  organizationId,
  reads: (view) => [
    organizationKey(organizationId),
    key("invoice", organizationId, id),
    ...conversionReads(view, organizationId, id),
  ],
  decide: (view, supply) => {
    const organization = presentOrganization(view, organizationId)
    const quote = view.get("invoice", organizationId, id)
    if (quote === undefined) return Either.left(notFound("el presupuesto"))
    const refusal = answerRefusal(quote, aceptado, view)
    if (refusal !== undefined) return Either.left(refusal)
    const today = civilDateAt(zoneOfRegion(organization.region_fiscal), supply.clock)
    const aceptacion = { aceptado, motivo: orNull(input.motivo) }
    const row: Invoice = { ...quote, aceptacion, modifiedSequence: supply.sequence() }
    const suceso = aceptado ? "quote.accepted" : "quote.rejected"
    return Either.right({
      result: invoiceResource(row, today),
      rows: [{ table: "invoice", row }],
      events: [{ suceso, datos: { presupuesto: invoiceSummary(row, today) } }],
    })
  },
})

const answerRefusal = (quote: Invoice, aceptado: boolean, view: View): Refusal | undefined => {
  const { aceptacion, lifecycle, tipo_documento } = quote
  if (tipo_documento !== "quote") return conflict("no_es_presupuesto", "Solo se aceptan o rechazan presupuestos.")
  if (lifecycle === "draft") return draftRefusal(quote, "se responde una vez emitido")
  if (aceptacion !== null) {
    const answer = aceptacion.aceptado ? "aceptado" : "rechazado"
    return conflict("presupuesto_respondido", `El presupuesto ya está ${answer}.`)
  }
  if (!aceptado && isConverted(quote, view)) {
    return convertedRefusal(quote)
  }
  return undefined
}
