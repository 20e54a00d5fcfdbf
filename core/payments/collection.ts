import { Either } from "effect"
import type { Invoice, NotedPayment, Settlement } from "../invoices/Invoice.ts"
import { notIssuedInvoiceRefusal } from "../invoices/lifecycleRefusals.ts"
import { outstanding } from "../invoices/status.ts"
import { cents, exceedsAmounts } from "../money/cents.ts"
import { type Conflict, invalidField, type InvalidInput } from "../refusals/refusal.ts"

/** The part of an invoice on which its payments depend. */
export type CollectionFacts =
  Pick<Invoice, "lifecycle" | "tipo_documento" | "total"> & Collected

/** The part of an invoice that its payments change. */
export type Collected = Pick<Invoice, "cobrado" | "fecha_cobro" | "settlement">

/** An invoice after a payment. */
export interface AfterPayment {
  readonly collected: Collected
  /** Whether this payment collected the last that was outstanding (event invoice.paid). */
  readonly paid: boolean
}

/**
 * An invoice after one more payment (decisions, "Payments"). The payment adds to `cobrado`, even beyond the total. The one that
 * leaves nothing outstanding gives its `fecha` to `fecha_cobro`. An invoice with a total of zero or less never becomes paid.
 * Refuses anything but an issued invoice, and payments whose sum has more than 12 integer digits.
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

/** How many payments a paid invoice remembers at most, so that it stays small however often it is paid again. */
const mostNoted = 100

/** The settlement with a payment that came after the invoice was paid; unchanged if there were too many to remember. */
const withPayment = ({ cobrado, settlement }: Collected, payment: NotedPayment): Settlement | null => {
  if (settlement === null) return null
  const { before, payments } = settlement
  const noted = payments.reduce<number>((sum, { importe }) => sum + importe, before)
  return noted === cobrado && payments.length < mostNoted ? { before, payments: [...payments, payment] } : settlement
}

/**
 * An invoice after one of its payments was deleted. If something is outstanding again, `fecha_cobro` is cleared (decisions,
 * section 5). Otherwise it becomes the date of the payment that completes the total now, among those left in the order in
 * which they were recorded; if that is none of the remembered ones, the date stays.
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

/** The settlement without a payment. Without it only a later payment can be the one that completes the total. */
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

/** The words for documents that take no payments. */
const whenUnfit = { others: "Solo las facturas admiten cobros.", drafts: "antes de cobrarla hay que emitirla" }
