import type { ChangeSet } from "../../core/commit/tables.ts"
import type { ListedInvoice } from "../../core/invoices/Invoice.ts"
import { standingOf } from "../../core/invoices/status.ts"
import type { Statement } from "./Statement.ts"

/**
 * The exact totals of the lists. A commit adds to them what it changes, so reading one costs the same however long a
 * company's history is; totals.ts tells which of them add up to a list.
 */

/** Tables whose rows are counted, all of a company's together. */
export const countedTables = ["contact", "product", "expense", "payment", "activityEntry", "registryRecord"] as const

/** Columns whose values invoices are counted by. */
export const countedColumns = ["tipo_documento", "tipo", "serie"] as const

/** Before the last day in time: how many are overdue is the sum of the days before today. */
export const dueCounter = "invoice/due/"

/** In place of that day; sorts after every date. */
const neverOverdue = "never"

/** Before the civil day of `fecha_emision`. */
export const dayCounter = "invoice/day/"

/** Before the id of a subscription. */
export const deliveryCounter = "delivery/"

/** What an invoice is counted under. */
const invoiceCounters = (invoice: ListedInvoice): ReadonlyArray<string> => {
  const standing = standingOf(invoice)
  return [
    "invoice",
    standing.kind === "due" ? `${dueCounter}${standing.lastDay ?? neverOverdue}` : `invoice/${standing.kind}`,
    `${dayCounter}${invoice.fecha_emision}`,
    ...countedColumns.map((column) => `invoice/${column}/${invoice[column]}`),
  ]
}

interface Delta {
  readonly organization_id: string
  readonly name: string
  n: number
}

/** Adds to the counters what the changes make of them; undefined when they make nothing. */
export const counterStatement = (changes: ChangeSet): Statement | undefined => {
  const deltas = new Map<string, Delta>()
  const addAll = <Row extends { readonly organizationId: string }>(
    made: ReadonlyArray<{ readonly before: Row | undefined; readonly after: Row | undefined }>,
    countersOf: (row: Row) => ReadonlyArray<string>,
  ): void => {
    for (const { after, before } of made) {
      if (before !== undefined) for (const name of countersOf(before)) add(deltas, before.organizationId, name, -1)
      if (after !== undefined) for (const name of countersOf(after)) add(deltas, after.organizationId, name, 1)
    }
  }
  for (const table of countedTables) addAll<{ readonly organizationId: string }>(changes[table], () => [table])
  addAll(changes.invoice, invoiceCounters)
  addAll(changes.delivery, ({ webhook_id }) => [`${deliveryCounter}${webhook_id}`])
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
