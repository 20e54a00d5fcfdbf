import { Either } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { notIssuedInvoiceRefusal } from "../invoices/lifecycleRefusals.ts"
import { outstanding } from "../invoices/status.ts"
import { type Cents, cents, exceedsAmounts } from "../money/cents.ts"
import { type Conflict, invalidField, type InvalidInput } from "../refusals/refusal.ts"

/** What of an invoice payments depend on. */
export type CollectionFacts =
  Pick<Invoice, "lifecycle" | "tipo_documento" | "total" | "cobrado" | "fecha_cobro">

/** What payments change of an invoice. */
export type Collected = Pick<Invoice, "cobrado" | "fecha_cobro">

/** An amount collected, in cents of the invoice's currency, above zero. */
interface CollectedAmount {
  readonly importe: Cents
  readonly fecha: CivilDate
}

/** An invoice after a payment; `paid` when this one has collected the last of it (event invoice.paid). */
export interface AfterPayment {
  readonly collected: Collected
  readonly paid: boolean
}

/**
 * Registers a payment (decisions, "Payments"): it adds to `cobrado`, also beyond the total, and the one that
 * leaves nothing outstanding gives its `fecha` to `fecha_cobro`. A total of zero or less never becomes paid.
 * Refuses what is no issued invoice, and a sum beyond 12 integer digits.
 */
export const afterPayment = (
  invoice: CollectionFacts,
  { fecha, importe }: CollectedAmount,
): Either.Either<AfterPayment, Conflict | InvalidInput> => {
  const refused = notIssuedInvoiceRefusal(invoice, deed)
  if (refused !== undefined) return Either.left(refused)
  if (importe <= 0) return Either.left(invalidField("importe", "debe ser mayor que cero"))
  const sum = invoice.cobrado + importe
  if (exceedsAmounts(sum)) {
    return Either.left(invalidField("importe", "la suma de los cobros no puede pasar de 12 cifras enteras"))
  }
  const cobrado = cents(sum)
  const paid = outstanding(invoice) > 0 && outstanding({ ...invoice, cobrado }) === 0
  return Either.right({ collected: { cobrado, fecha_cobro: paid ? fecha : invoice.fecha_cobro }, paid })
}

/**
 * Takes one of the invoice's payments back: what reopens it clears `fecha_cobro`; while it stays fully
 * collected the date stays too (decisions, section 5).
 */
export const afterPaymentDeletion = (
  invoice: Pick<CollectionFacts, "total" | "cobrado" | "fecha_cobro">,
  { importe }: Pick<CollectedAmount, "importe">,
): Collected => {
  if (importe > invoice.cobrado) throw new Error("a payment that is not in the invoice's sum")
  const cobrado = cents(invoice.cobrado - importe)
  return { cobrado, fecha_cobro: outstanding({ ...invoice, cobrado }) > 0 ? null : invoice.fecha_cobro }
}

/** Only issued invoices are collected. */
const deed = { others: "Solo las facturas admiten cobros.", drafts: "antes de cobrarla hay que emitirla" }
