import type { Change, ChangeSet } from "../../../core/commit/tables.ts"
import type { Invoice, ListedInvoice } from "../../../core/invoices/Invoice.ts"
import { amountsOf, companyScales, type CountedAmount, groupScales } from "./amounts.ts"
import { addingToGroups, countChanges, countGroups, type GroupCounts } from "./groupCounts.ts"
import { groupsOf, type InvoiceGroup } from "./invoiceGroups.ts"
import { type RowGroup, rowGroups } from "./rowGroups.ts"
import type { Statement } from "../Statement.ts"

/**
 * The exact totals of the lists. A commit adds to them what it changes, so reading one costs the same however long a
 * company's history is; totals.ts and groupPages.ts tell which of them add up to a list.
 */

/** Tables whose rows are counted, all of a company's together. */
export const countedTables = [
  "contact", "product", "expense", "invoice", "payment", "activityEntry", "registryRecord",
] as const

/** Before the id of a subscription. */
export const deliveryCounter = "delivery/"

/** What a commit adds to a counter. */
interface CounterDelta {
  readonly organization_id: string
  readonly name: string
  n: number
}

/** What it adds to an amount, and the places of creation of the invoices that come in there. */
interface AmountDelta extends CountedAmount {
  readonly organization_id: string
  /** The company itself: all of its invoices. */
  readonly group_id: string
  n: number
  first_created: number | null
  last_created: number | null
}

interface Owned {
  readonly organizationId: string
}

/** Add to the counters what the changes make of them. */
export const counterStatements = (changes: ChangeSet): ReadonlyArray<Statement> => {
  const named = new Map<string, CounterDelta>()
  const addAll = <Row extends Owned>(
    made: ReadonlyArray<{ readonly before: Row | undefined; readonly after: Row | undefined }>,
    namesOf: (row: Row) => ReadonlyArray<string>,
  ): void => {
    for (const { after, before } of made) {
      if (before !== undefined) for (const name of namesOf(before)) addToCounter(named, before.organizationId, name, -1)
      if (after !== undefined) for (const name of namesOf(after)) addToCounter(named, after.organizationId, name, 1)
    }
  }
  for (const table of countedTables) addAll<Owned>(changes[table], () => [table])
  addAll(changes.delivery, ({ webhook_id }) => [`${deliveryCounter}${webhook_id}`])
  const counters = [...named.values()].filter(({ n }) => n !== 0)

  const groups: GroupCounts<InvoiceGroup> = new Map()
  const amounts = new Map<string, AmountDelta>()
  for (const change of changes.invoice) countInvoice(groups, amounts, change)
  const others: GroupCounts<RowGroup> = new Map()
  countChanges(others, rowGroups.contact.of, changes.contact)
  countChanges(others, rowGroups.product.of, changes.product)
  countChanges(others, rowGroups.expense.of, changes.expense)
  countChanges(others, rowGroups.payment.of, changes.payment)
  return [
    ...adding("count", addToCounters, counters),
    ...adding("count groups", addToInvoiceGroups, [...groups.values()]),
    ...adding("count groups of rows", addToRowGroups, [...others.values()]),
    ...adding("count amounts", addToAmounts, [...amounts.values()]),
  ]
}

const adding = (name: string, text: string, deltas: ReadonlyArray<object>): ReadonlyArray<Statement> =>
  deltas.length === 0 ? [] : [{ name, text, values: [JSON.stringify(deltas)] }]

const addToCounter = (deltas: Map<string, CounterDelta>, organizationId: string, name: string, n: number): void => {
  const key = `${organizationId}/${name}`
  const delta = deltas.get(key) ?? { organization_id: organizationId, name, n: 0 }
  delta.n += n
  deltas.set(key, delta)
}

const countInvoice = (
  groups: GroupCounts<InvoiceGroup>,
  amounts: Map<string, AmountDelta>,
  { after, before }: Change<Invoice>,
): void => {
  const left = before === undefined ? [] : groupsOf(before)
  const joined = after === undefined ? [] : groupsOf(after)
  countGroups(groups, left, joined, after)

  const changed = before?.total !== after?.total
  const of = changed ? everGroups : groupsBeside
  if (before !== undefined) {
    if (changed) countAmounts(amounts, before.organizationId, companyScales, before, -1)
    for (const id of of(left, joined)) countAmounts(amounts, id, groupScales, before, -1)
  }
  if (after !== undefined) {
    if (changed) countAmounts(amounts, after.organizationId, companyScales, after, 1)
    for (const id of of(joined, left)) countAmounts(amounts, id, groupScales, after, 1)
  }
}

/** Amounts are counted whatever the days. */
const everGroups = (groups: ReadonlyArray<InvoiceGroup>): ReadonlyArray<string> =>
  groups.flatMap(({ id, scale }) => (scale === "ever" ? [id] : []))

/** Those that an invoice is not in both before and after. */
const groupsBeside = (
  groups: ReadonlyArray<InvoiceGroup>,
  than: ReadonlyArray<InvoiceGroup>,
): ReadonlyArray<string> => everGroups(groups).filter((id) => than.every((one) => one.id !== id))

const countAmounts = (
  deltas: Map<string, AmountDelta>,
  group_id: string,
  scales: ReadonlyArray<number>,
  { createdSequence, organizationId, total }: ListedInvoice,
  n: 1 | -1,
): void => {
  for (const { amount, digits } of amountsOf(total, scales)) {
    const key = `${group_id}/${digits}/${amount}`
    const delta = deltas.get(key)
      ?? { organization_id: organizationId, group_id, digits, amount, n: 0, first_created: null, last_created: null }
    deltas.set(key, delta)
    delta.n += n
    if (n === -1) continue
    delta.first_created = Math.min(delta.first_created ?? createdSequence, createdSequence)
    delta.last_created = Math.max(delta.last_created ?? createdSequence, createdSequence)
  }
}

const addToCounters = "INSERT INTO counter (organization_id, name, n)"
  + " SELECT v.organization_id, v.name, v.n FROM json_populate_recordset(null::counter, $1::json) AS v"
  + " ON CONFLICT (organization_id, name) DO UPDATE SET n = counter.n + excluded.n"

const addToInvoiceGroups = addingToGroups("invoice_group", [
  "tipo_documento", "tipo", "serie", "standing", "last_day", "emision", "vencimiento",
])

const addToRowGroups = addingToGroups("row_group", [
  "list", "tipo", "clase", "bajo_minimo", "pagado", "estado_aprobacion", "forma_pago", "categoria", "fecha",
])

const amountColumns = "organization_id, group_id, digits, amount, n, first_created, last_created"

const addToAmounts = `INSERT INTO invoice_amount AS a (${amountColumns}) SELECT ${amountColumns}`
  + " FROM json_populate_recordset(null::invoice_amount, $1::json)"
  + " ON CONFLICT (organization_id, group_id, digits, amount) DO UPDATE SET n = a.n + excluded.n,"
  + " first_created = least(a.first_created, excluded.first_created),"
  + " last_created = greatest(a.last_created, excluded.last_created)"
