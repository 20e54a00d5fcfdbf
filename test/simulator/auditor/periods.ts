import type { Subscription as SubscriptionRow } from "../../../core/subscriptions/Subscription.ts"
import type { Books, Subscription } from "./Books.ts"
import { difference } from "./difference.ts"
import { draft } from "./drafts.ts"
import { type Facts, madeId, type Told } from "./Expected.ts"
import { issue } from "./issuing.ts"
import { contentsOf, nextOf, told } from "./subscriptions.ts"

/** What a step of a worker has to tell. */
interface Step {
  readonly events: ReadonlyArray<Told>
  readonly entries: ReadonlyArray<string>
}

const nothing: Step = { events: [], entries: [] }

/**
 * A worker has done the next thing about a subscription: the period that has begun became a draft, or the last draft is
 * issued, under the mode of the key that made the subscription. What is refused pauses it, or is told in the log.
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

/** The draft is issued, or somebody has done so; or cannot be, and stays; or is no more. */
const settled = (books: Books, subscription: Subscription, invoice: string, facts: Facts): Step => {
  const after = { ...subscription, pending: null }
  books.subscriptions.put(subscription.id, after)
  const issued = issue(books, { id: invoice, sub: "", body: {}, facts: { ...facts, modo: subscription.modo } })
  const events = told(books, after, invoice, facts)
  return issued._tag === "Done"
    ? { events: [...issued.events, ...events], entries: issued.entries }
    : { events, entries: ["subscription_not_issued"] }
}
