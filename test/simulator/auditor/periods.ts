import type { Subscription as SubscriptionRow } from "../../../core/subscriptions/Subscription.ts"
import type { Books, Subscription } from "./Books.ts"
import { difference } from "./difference.ts"
import { draft } from "./drafts.ts"
import { type Facts, madeId, type Told } from "./Expected.ts"
import { issue } from "./issuing.ts"
import { contentsOf, nextOf, told } from "./subscriptions.ts"

/** The events and activity log entries of one step of a worker. */
interface Step {
  readonly events: ReadonlyArray<Told>
  readonly entries: ReadonlyArray<string>
}

const nothing: Step = { events: [], entries: [] }

/**
 * A worker took the next step of a subscription: either the period that has begun became a draft, or the last draft was issued
 * in the mode of the key that created the subscription. A refused draft pauses it; a refused issue only makes a log entry.
 */
export const advanced = (books: Books, facts: Facts, rows: ReadonlyArray<SubscriptionRow>): Step => {
  const [row] = rows
  const subscription = row && books.subscriptions.get(row.id)
  if (row === undefined || subscription === undefined || rows.length > 1) {
    books.faults.push(`${rows.length} subscriptions, or one that is none, were invoiced at once`)
    return nothing
  }
  const { pending } = subscription
  const step = pending === null ? begun(books, subscription, facts) : settled(books, subscription, pending, facts)
  const after = books.subscriptions.get(subscription.id) ?? subscription
  const fault = difference(
    [after.terms["estado"], after.over, after.invoices.length > 0, after.isStopped, after.pending],
    [row.estado, row.periodos, row.facturada, row.detenida, row.por_emitir],
  )
  if (fault !== undefined) books.faults.push(`subscription ${subscription.id} after its invoice${fault}`)
  return step
}

const begun = (books: Books, subscription: Subscription, facts: Facts): Step => {
  const { id, terms } = subscription
  const next = terms["estado"] === "active" ? nextOf(subscription) : null
  if (next === null || next > books.dayAt(facts.clock)) {
    books.faults.push(`subscription ${id}: its period of ${next} was not due`)
  }
  const drafted = draft(books, { id: "", sub: "", body: contentsOf(terms), facts })
  if (drafted._tag !== "Done") {
    books.subscriptions.put(id, { ...subscription, terms: { ...terms, estado: "paused" }, isStopped: true })
    return { events: [], entries: ["subscription_paused"] }
  }
  const invoice = madeId(facts, "invoice")
  const isIssued = terms["emitir"] === true
  const after = {
    ...subscription,
    over: subscription.over + 1,
    invoices: [...subscription.invoices, invoice],
    pending: isIssued ? invoice : null,
  }
  books.subscriptions.put(id, after)
  return { events: [...drafted.events, ...isIssued ? [] : told(books, after, invoice, facts)], entries: [] }
}

/** The pending draft is issued, unless somebody already did; or it cannot be issued and stays; or it is gone. */
const settled = (books: Books, subscription: Subscription, invoice: string, facts: Facts): Step => {
  const after = { ...subscription, pending: null }
  books.subscriptions.put(subscription.id, after)
  const issued = issue(books, { id: invoice, sub: "", body: {}, facts: { ...facts, modo: subscription.modo } })
  const events = told(books, after, invoice, facts)
  return issued._tag === "Done"
    ? { events: [...issued.events, ...events], entries: issued.entries }
    : { events, entries: ["subscription_not_issued"] }
}
