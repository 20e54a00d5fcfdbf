import { Either, Schema } from "effect"
import { activityEntry } from "../activity/ActivityEntry.ts"
import type { Command, View } from "../commit/Command.ts"
import { optional, orNull } from "../fields/fieldSchemas.ts"
import { reason } from "../fields/reason.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { conversionKeys, isConverted } from "../invoices/conversion.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { invoiceResource, type InvoiceResource, invoiceSummary, referenceOf } from "../invoices/invoiceResource.ts"
import { convertedRefusal, draftRefusal } from "../invoices/lifecycleRefusals.ts"
import { conflict, type Refusal } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"

/** What is sent with a customer's answer to a quote: perhaps the reason. */
export const QuoteAnswerInput = Schema.Struct({ motivo: optional(reason()) }).annotations({
  identifier: "RespuestaNueva",
})
export type QuoteAnswerInput = typeof QuoteAnswerInput.Type

/**
 * Notes that a customer accepts or rejects a quote. Emits `quote.accepted` or `quote.rejected` (decisions, section 2). The
 * event and the activity log tell the answer and its reason, since the resource of a document has no fields for them. Refuses
 * a second answer, the rejection of a quote that became an invoice, and anything that is not an issued quote.
 */
export const answerQuote = (
  organizationId: OrganizationId,
  id: string,
  aceptado: boolean,
  input: QuoteAnswerInput,
): Command<InvoiceResource> =>
  invoiceCommand(organizationId, id, {
    what: "el presupuesto",
    reads: (_, quote) => conversionKeys(quote),
    decide: ({ invoice: quote, organization }, view, supply) => {
      const refusal = answerRefusal(quote, aceptado, view)
      if (refusal !== undefined) return Either.left(refusal)
      const today = civilDateIn(organization.region_fiscal, supply.clock)
      const motivo = orNull(input.motivo)
      const row: Invoice = { ...quote, aceptacion: { aceptado, motivo }, modifiedSequence: supply.sequence() }
      const answer = aceptado ? "accepted" : "rejected"
      const told = `El cliente ${aceptado ? "aceptó" : "rechazó"} el presupuesto ${referenceOf(quote) ?? ""}`
      const entry = activityEntry(supply, {
        organizationId,
        tipo: `quote_${answer}`,
        mensaje: motivo === null ? `${told}.` : `${told}: ${motivo}`,
        recurso: "presupuesto",
        recurso_id: id,
      })
      return Either.right({
        result: invoiceResource(row, today),
        rows: [{ table: "invoice", row }, entry],
        events: [{ suceso: `quote.${answer}`, datos: { presupuesto: invoiceSummary(row, today), motivo } }],
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
  return !aceptado && isConverted(quote, view) ? convertedRefusal(quote) : undefined
}
