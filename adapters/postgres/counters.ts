import type { ChangeSet } from "../../core/commit/tables.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { type InvoiceStatus, standingOf } from "../../core/invoices/status.ts"
import type { CivilDate } from "../../core/calendar/civilDate.ts"
import type { ListedTable } from "../../core/ports/Storage.ts"
import type { Statement } from "./Statement.ts"

/**
 * The exact totals of the lists. A commit adds to them what it changes, so reading one costs the same
 * however long a company's history is. Invoices that may become overdue are counted per last day in time:
 * how many are overdue is then the sum of the days before today.
 */

/** What an invoice is counted under: all, and those of its standing. */
export const invoiceCounters = (invoice: Invoice): ReadonlyArray<string> => {
  const standing = standingOf(invoice)
  const own = standing.kind === "due" ? `${dueCounter}${standing.lastDay ?? neverOverdue}` : `invoice/${standing.kind}`
  return ["invoice", own]
}

/** Tables whose rows are counted, all of a company's together. */
const countedTables = ["contact", "product", "expense", "payment", "activityEntry", "registryRecord"] as const

/** Whether the rows of the list are counted: the others stay few, or are listed by what they belong to. */
export const isCounted = (table: ListedTable): boolean =>
  table === "invoice" || countedTables.some((counted) => counted === table)

const dueCounter = "invoice/due/"

/** Sorts after every date. */
const neverOverdue = "never"

/** The counters that add up to a list of invoices: single names, and a range of names (from inclusive, to exclusive). */
export const countersOfStatus = (
  estado: InvoiceStatus | null,
  today: CivilDate,
): { readonly names: ReadonlyArray<string>; readonly from: string; readonly to: string } => {
  const none = { from: "", to: "" }
  switch (estado) {
    case null:
      return { names: ["invoice"], ...none }
    case "sent":
      return { names: ["invoice/sent"], from: `${dueCounter}${today}`, to: "invoice/due0" }
    case "overdue":
      return { names: [], from: dueCounter, to: `${dueCounter}${today}` }
    default:
      return { names: [`invoice/${estado}`], ...none }
  }
}

interface Delta {
  readonly organization_id: string
  readonly name: string
  n: number
}

/** Adds to the counters what the changes make of them; undefined when they make nothing. */
export const counterStatement = (changes: ChangeSet): Statement | undefined => {
  const deltas = new Map<string, Delta>()
  for (const table of countedTables) {
    for (const { after, before } of changes[table]) {
      if (before !== undefined) add(deltas, before.organizationId, table, -1)
      if (after !== undefined) add(deltas, after.organizationId, table, 1)
    }
  }
  for (const { after, before } of changes.invoice) {
    if (before !== undefined) for (const name of invoiceCounters(before)) add(deltas, before.organizationId, name, -1)
    if (after !== undefined) for (const name of invoiceCounters(after)) add(deltas, after.organizationId, name, 1)
  }
  const changed = [...deltas.values()].filter(({ n }) => n !== 0)
  if (changed.length === 0) return undefined
  return {
    name: "count",
    text: "INSERT INTO counter (organization_id, name, n)"
      + " SELECT v.organization_id, v.name, v.n FROM json_populate_recordset(null::counter, $1::json) AS v"
      + " ON CONFLICT (organization_id, name) DO UPDATE SET n = counter.n + excluded.n",
    values: [JSON.stringify(changed)],
  }
}

const add = (deltas: Map<string, Delta>, organizationId: string, name: string, n: number): void => {
  const key = `${organizationId}/${name}`
  const delta = deltas.get(key) ?? { organization_id: organizationId, name, n: 0 }
  delta.n += n
  deltas.set(key, delta)
}
