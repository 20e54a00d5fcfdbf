/** The events that can be subscribed to (contract, section 6.1). None is ever renamed or removed; new ones come last. */
export const eventNames = [
  "invoice.created",
  "invoice.issued",
  "invoice.paid",
  "invoice.cancelled",
  "payment.recorded",
  "quote.accepted",
  "quote.rejected",
  "delivery.created",
  "subscription.invoiced",
  "purchase_order.created",
  "contact.created",
  "contact.updated",
  "contact.deleted",
  "product.updated",
  "product.deleted",
  "stock.below_minimum",
  "expense.created",
  "expense.approved",
  "deal.created",
  "deal.stage_changed",
  "deal.won",
  "deal.lost",
  "member.created",
  "donation.received",
  "store.order.imported",
] as const

/** The name of an event that can be subscribed to. */
export type EventName = (typeof eventNames)[number]
