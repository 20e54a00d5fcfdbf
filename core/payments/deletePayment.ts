import { Either } from "effect"
import { type Command, loaded } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { notFound } from "../refusals/refusal.ts"
import { afterPaymentDeletion } from "./collection.ts"

/** Deletes a payment and changes its invoice accordingly, without an event (decisions, "Payments" and section 5). */
export const deletePayment = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: (view) => {
    const named = key("payment", organizationId, id)
    const payment = loaded(view, "payment", organizationId, id)
    return payment === undefined ? [named] : [named, key("invoice", organizationId, payment.factura_id)]
  },
  decide: (view, supply) => {
    const payment = view.get("payment", organizationId, id)
    if (payment === undefined) return Either.left(notFound("el cobro"))
    const invoice = view.get("invoice", organizationId, payment.factura_id)
    if (invoice === undefined) throw new Error("a payment without its invoice")
    const row: Invoice = {
      ...invoice,
      ...afterPaymentDeletion(invoice, { importe: payment.importe, place: payment.createdSequence }),
      modifiedSequence: supply.sequence(),
    }
    return Either.right({
      result: undefined,
      rows: [{ table: "invoice", row }],
      removed: [key("payment", organizationId, id)],
      events: [],
    })
  },
})
