import type { Change, ChangeSet } from "../../core/commit/tables.ts"
import type { Invoice, ListedInvoice } from "../../core/invoices/Invoice.ts"
import { amountsOf, companyScales, type CountedAmount, groupScales } from "./amounts.ts"
import { groupsOf, type InvoiceGroup } from "./invoiceGroups.ts"
import type { Statement } from "./Statement.ts"

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

/** What it adds to a group, and the places of the invoices that come in or change there: null when none does. */
interface GroupDelta extends InvoiceGroup {
  n: number
  first_created: number | null
  last_created: number | null
  first_modified: number | null
  last_modified: number | null
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

  const groups = new Map<string, GroupDelta>()
  const amounts = new Map<string, AmountDelta>()
  for (const change of changes.invoice) countInvoice(groups, amounts, change)
  return [
    ...adding("count", addToCounters, counters),
    ...adding("count groups", addToGroups, [...groups.values()]),
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
  groups: Map<string, GroupDelta>,
  amounts: Map<string, AmountDelta>,
  { after, before }: Change<Invoice>,
): void => {
  const left = before === undefined ? [] : groupsOf(before)
  const joined = after === undefined ? [] : groupsOf(after)
  for (const group of left) deltaOf(groups, group).n -= 1
  if (after !== undefined) for (const group of joined) comesIn(deltaOf(groups, group), after)

  const changed = before?.total !== after?.total
  const of = changed ? everGroups : others
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
const others = (
  groups: ReadonlyArray<InvoiceGroup>,
  than: ReadonlyArray<InvoiceGroup>,
): ReadonlyArray<string> => everGroups(groups).filter((id) => than.every((one) => one.id !== id))

const deltaOf = (deltas: Map<string, GroupDelta>, group: InvoiceGroup): GroupDelta => {
  const known = deltas.get(group.id)
  if (known !== undefined) return known
  const delta = { n: 0, first_created: null, last_created: null, first_modified: null, last_modified: null, ...group }
  deltas.set(group.id, delta)
  return delta
}

const comesIn = (delta: GroupDelta, { createdSequence, modifiedSequence }: ListedInvoice): void => {
  delta.n += 1
  delta.first_created = Math.min(delta.first_created ?? createdSequence, createdSequence)
  delta.last_created = Math.max(delta.last_created ?? createdSequence, createdSequence)
  delta.first_modified = Math.min(delta.first_modified ?? modifiedSequence, modifiedSequence)
  delta.last_modified = Math.max(delta.last_modified ?? modifiedSequence, modifiedSequence)
}

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

const groupColumns = [
  "organization_id", "id", "etiqueta", "scale", "tipo_documento", "tipo", "serie", "standing",
  "last_day", "emision", "vencimiento", "n", "first_created", "last_created", "first_modified", "last_modified",
]

/** Ends of places only move outwards: an invoice that leaves may leave them too far out, which harms no walk. */
const addToGroups = `INSERT INTO invoice_group AS g (${groupColumns.join(", ")})`
  + ` SELECT ${groupColumns.map((column) => `v.${column}`).join(", ")}`
  + " FROM json_populate_recordset(null::invoice_group, $1::json) AS v"
  + " ON CONFLICT (organization_id, id) DO UPDATE SET n = g.n + excluded.n,"
  + " first_created = least(g.first_created, excluded.first_created),"
  + " last_created = greatest(g.last_created, excluded.last_created),"
  + " first_modified = least(g.first_modified, excluded.first_modified),"
  + " last_modified = greatest(g.last_modified, excluded.last_modified)"

const amountColumns = "organization_id, group_id, digits, amount, n, first_created, last_created"

const addToAmounts = `INSERT INTO invoice_amount AS a (${amountColumns}) SELECT ${amountColumns}`
  + " FROM json_populate_recordset(null::invoice_amount, $1::json)"
  + " ON CONFLICT (organization_id, group_id, digits, amount) DO UPDATE SET n = a.n + excluded.n,"
  + " first_created = least(a.first_created, excluded.first_created),"
  + " last_created = greatest(a.last_created, excluded.last_created)"
