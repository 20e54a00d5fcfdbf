import { Either } from "effect"
import type { Invoice, NotedPayment, Settlement } from "../invoices/Invoice.ts"
import { notIssuedInvoiceRefusal } from "../invoices/lifecycleRefusals.ts"
import { outstanding } from "../invoices/status.ts"
import { cents, exceedsAmounts } from "../money/cents.ts"
import { type Conflict, invalidField, type InvalidInput } from "../refusals/refusal.ts"

/** What of an invoice payments depend on. */
export type CollectionFacts =
  Pick<Invoice, "lifecycle" | "tipo_documento" | "total"> & Collected

/** What payments change of an invoice. */
export type Collected = Pick<Invoice, "cobrado" | "fecha_cobro" | "settlement">

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
  payment: NotedPayment,
): Either.Either<AfterPayment, Conflict | InvalidInput> => {
  const refused = notIssuedInvoiceRefusal(invoice, whenUnfit)
  if (refused !== undefined) return Either.left(refused)
  const { fecha, importe } = payment
  if (importe <= 0) return Either.left(invalidField("importe", "debe ser mayor que cero"))
  const sum = invoice.cobrado + importe
  if (exceedsAmounts(sum)) {
    return Either.left(invalidField("importe", "la suma de los cobros no puede pasar de 12 cifras enteras"))
  }
  const cobrado = cents(sum)
  const paid = outstanding(invoice) > 0 && outstanding({ ...invoice, cobrado }) === 0
  const settlement = paid ? { before: invoice.cobrado, payments: [payment] } : withPayment(invoice, payment)
  return Either.right({ collected: { cobrado, fecha_cobro: paid ? fecha : invoice.fecha_cobro, settlement }, paid })
}

/** However often an invoice is paid again, what it remembers stays small. */
const mostNoted = 100

/** Notes a payment of an invoice that is paid already, unless earlier ones were too many to be noted. */
const withPayment = ({ cobrado, settlement }: Collected, payment: NotedPayment): Settlement | null => {
  if (settlement === null) return null
  const { before, payments } = settlement
  const noted = payments.reduce<number>((sum, { importe }) => sum + importe, before)
  return noted === cobrado && payments.length < mostNoted ? { before, payments: [...payments, payment] } : settlement
}

/**
 * Takes one of the invoice's payments back: what reopens it clears `fecha_cobro` (decisions, section 5); while it stays
 * fully collected the date is that of the payment that, of those left and in order of recording, pays it. Where that is
 * none of the noted ones the date stays.
 */
export const afterPaymentDeletion = (
  invoice: Pick<CollectionFacts, "total" | keyof Collected>,
  payment: Pick<NotedPayment, "importe" | "place">,
): Collected => {
  if (payment.importe > invoice.cobrado) throw new Error("a payment that is not in the invoice's sum")
  const cobrado = cents(invoice.cobrado - payment.importe)
  if (outstanding({ ...invoice, cobrado }) > 0) return { cobrado, fecha_cobro: null, settlement: null }
  const settlement = withoutPayment(invoice, payment)
  return { cobrado, fecha_cobro: settlement?.payments[0]?.fecha ?? invoice.fecha_cobro, settlement }
}

/** The deletion of a payment can only bring later ones to be the one that pays. */
const withoutPayment = (
  { settlement, total }: Pick<CollectionFacts, "settlement" | "total">,
  { importe, place }: Pick<NotedPayment, "importe" | "place">,
): Settlement | null => {
  if (settlement === null) return null
  let before = settlement.payments.every((one) => place < one.place) ? settlement.before - importe : settlement.before
  const left = settlement.payments.filter((one) => one.place !== place)
  const paying = left.findIndex((one) => {
    if (before + one.importe >= total) return true
    before += one.importe
    return false
  })
  return paying === -1 ? null : { before: cents(before), payments: left.slice(paying) }
}

/** Only issued invoices are collected. */
const whenUnfit = { others: "Solo las facturas admiten cobros.", drafts: "antes de cobrarla hay que emitirla" }
