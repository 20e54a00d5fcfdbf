import { Either } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { civilDateAt } from "../calendar/civilZone.ts"
import type { Command, Decision, Supply } from "../commit/Command.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { givenDay } from "../fields/givenDay.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice, NotedPayment } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { invoiceSummary } from "../invoices/invoiceResource.ts"
import { type FieldIssue, invalidInput } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import { afterPayment, type AfterPayment } from "./collection.ts"
import { type Payment, type PaymentInput, type PaymentResource, paymentResource } from "./Payment.ts"

/**
 * Records a payment of an invoice, dated today unless a date is sent (decisions, "Payments"). Emits `payment.recorded`, and then
 * `invoice.paid` if nothing is outstanding any more. Refuses anything but an issued invoice.
 */
export const recordPayment = (
  organizationId: OrganizationId,
  invoiceId: string,
  input: PaymentInput,
): Command<PaymentResource> =>
  invoiceCommand(organizationId, invoiceId, {
    decide: ({ invoice, organization }, _, supply) => {
      const zone = zoneOfRegion(organization.region_fiscal)
      const today = civilDateAt(zone, supply.clock)
      const issues: Array<FieldIssue> = []
      const fecha = givenDay("fecha", input.fecha, zone, issues) ?? today
      const place = supply.sequence()
      const after = afterPayment(invoice, { importe: input.importe, fecha, place })
      if (Either.isLeft(after)) {
        const refusal = after.left
        return Either.left(refusal._tag === "Conflict" ? refusal : invalidInput([...refusal.campos, ...issues]))
      }
      if (issues.length > 0) return Either.left(invalidInput(issues))
      const payment = paymentOf(invoice, input, { fecha, place }, supply)
      return Either.right(recorded(payment, invoice, after.right, today, supply))
    },
  })

const paymentOf = (
  { id: factura_id, organizationId }: Invoice,
  { forma_pago, importe, notas, referencia }: PaymentInput,
  { fecha, place }: Pick<NotedPayment, "fecha" | "place">,
  supply: Supply,
): Payment => ({
  organizationId,
  id: supply.id(),
  factura_id,
  importe,
  fecha,
  forma_pago: forma_pago ?? null,
  referencia: orNull(referencia),
  notas: orNull(notas),
  creado: supply.now,
  createdSequence: place,
  modifiedSequence: place,
})

const recorded = (
  payment: Payment,
  before: Invoice,
  { collected, paid }: AfterPayment,
  today: CivilDate,
  supply: Supply,
): Decision<PaymentResource> => {
  const invoice: Invoice = { ...before, ...collected, modifiedSequence: supply.sequence() }
  const cobro = paymentResource(payment)
  const factura = invoiceSummary(invoice, today)
  return {
    result: cobro,
    rows: [{ table: "invoice", row: invoice }, { table: "payment", row: payment }],
    events: [
      { suceso: "payment.recorded", datos: { cobro, factura } },
      ...(paid ? [{ suceso: "invoice.paid", datos: { factura } } as const] : []),
    ],
  }
}
