import { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { amount, dateOrDateTime, optional, shownDay, text } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { PaymentForm } from "../invoices/Invoice.ts"
import { type Cents, centsToNumber } from "../money/cents.ts"

/** An amount collected against an invoice (decisions, "Payments"), in cents of the invoice's currency. */
export interface Payment {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly factura_id: string
  readonly importe: Cents
  readonly fecha: CivilDate
  readonly forma_pago: PaymentForm | null
  readonly referencia: string | null
  readonly notas: string | null
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** The body that records a payment (decisions, "Payments"); only `importe` is required. */
export const PaymentInput = Schema.Struct({
  importe: amount({ min: 0.01 }),
  fecha: optional(dateOrDateTime),
  forma_pago: optional(PaymentForm),
  referencia: optional(text({ max: 60 })),
  notas: optional(text({ max: 2000 })),
}).annotations({ identifier: "CobroNuevo" })
export type PaymentInput = typeof PaymentInput.Type

/** The payment as it is shown (decisions, "Payments"); `importe` in units with two decimals. */
export const PaymentResource = Schema.Struct({
  id: Schema.String,
  factura_id: Schema.String,
  importe: Schema.Number,
  fecha: shownDay,
  forma_pago: Schema.NullOr(PaymentForm),
  referencia: Schema.NullOr(Schema.String),
  notas: Schema.NullOr(Schema.String),
  creado: Schema.String,
}).annotations({ identifier: "Cobro" })
export type PaymentResource = typeof PaymentResource.Type

/** Writes the payment as it is shown. */
export const paymentResource = (payment: Payment): PaymentResource => ({
  id: payment.id,
  factura_id: payment.factura_id,
  importe: centsToNumber(payment.importe),
  fecha: payment.fecha,
  forma_pago: payment.forma_pago,
  referencia: payment.referencia,
  notas: payment.notas,
  creado: isoInstant(payment.creado),
})
