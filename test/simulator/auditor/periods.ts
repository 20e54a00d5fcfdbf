import type { Subscription } from "../../../core/subscriptions/Subscription.ts"
import type { Books, Plan } from "./Books.ts"
import { difference } from "./difference.ts"
import { draft } from "./drafts.ts"
import { type Facts, madeId, type Told } from "./Expected.ts"
import { issue } from "./issuing.ts"
import { contentsOf, nextOf, told } from "./plans.ts"

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
export const advanced = (books: Books, facts: Facts, rows: ReadonlyArray<Subscription>): Step => {
  const [row] = rows
  const plan = row && books.plans.get(row.id)
  if (row === undefined || plan === undefined || rows.length > 1) {
    books.faults.push(`${rows.length} subscriptions, or one that is none, were invoiced at once`)
    return nothing
  }
  const step = plan.pending === null ? begun(books, plan, facts) : settled(books, plan, plan.pending, facts)
  const after = books.plans.get(plan.id) ?? plan
  const fault = difference(
    [after.terms["estado"], after.over, after.invoices.length > 0, after.isStopped, after.pending],
    [row.estado, row.periodos, row.facturada, row.detenida, row.por_emitir],
  )
  if (fault !== undefined) books.faults.push(`subscription ${plan.id} after its invoice${fault}`)
  return step
}

const begun = (books: Books, plan: Plan, facts: Facts): Step => {
  const { id, terms } = plan
  const next = terms["estado"] === "active" ? nextOf(plan) : null
  if (next === null || next > books.dayAt(facts.clock)) books.faults.push(`subscription ${id}: its period of ${next} was not due`)
  const drafted = draft(books, { id: "", sub: "", body: contentsOf(terms), facts })
  if (drafted._tag !== "Done") {
    books.plans.put(id, { ...plan, terms: { ...terms, estado: "paused" }, isStopped: true })
    return { events: [], entries: ["subscription_paused"] }
  }
  const invoice = madeId(facts, "invoice")
  const isIssued = terms["emitir"] === true
  const after = { ...plan, over: plan.over + 1, invoices: [...plan.invoices, invoice], pending: isIssued ? invoice : null }
  books.plans.put(id, after)
  return { events: [...drafted.events, ...isIssued ? [] : told(books, after, invoice, facts)], entries: [] }
}

/** The draft is issued, or somebody has done so; or cannot be, and stays; or is no more. */
const settled = (books: Books, plan: Plan, invoice: string, facts: Facts): Step => {
  const after = { ...plan, pending: null }
  books.plans.put(plan.id, after)
  const issued = issue(books, { id: invoice, sub: "", body: {}, facts: { ...facts, modo: plan.modo } })
  const events = told(books, after, invoice, facts)
  return issued._tag === "Done"
    ? { events: [...issued.events, ...events], entries: issued.entries }
    : { events, entries: ["subscription_not_issued"] }
}
