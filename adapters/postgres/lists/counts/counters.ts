import type { Change, ChangeSet, Tables } from "../../../../core/commit/tables.ts"
import type { Statement } from "../../Statement.ts"
import { groupsOf, type InvoiceGroup } from "../groups/invoiceGroups.ts"
import { type GroupedTable, groupedTables, type RowGroup, type RowGroups, rowGroups } from "../groups/rowGroups.ts"
import { addingToGroups, countChanges, type GroupCounts } from "./groupCounts.ts"
import { countDayParts, countInvoiceParts } from "./largeGroups.ts"

/**
 * The exact totals of the lists. A commit adds to them what it changes, so reading one costs the same however long a
 * company's history is; totals.ts and groupPages.ts tell which of them add up to a list.
 */

/** Tables whose rows are counted, all of a company's together. */
export const countedTables = [
  "contact", "product", "expense", "subscription", "invoice", "payment", "activityEntry", "registryRecord",
  "deal",
  "store",
  "purchaseOrder",
  "member",
  "donation",
] as const

/** Before the id of a webhook. */
export const deliveryCounter = "delivery/"

/** What a commit adds to a counter. */
interface CounterDelta {
  readonly organization_id: string
  readonly name: string
  n: number
}

interface Owned {
  readonly organizationId: string
}

/** Add to the counters what the changes make of them; they come before the changes themselves (largeGroups.ts). */
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
  countChanges(groups, groupsOf, changes.invoice)
  const others: GroupCounts<RowGroup> = new Map()
  const countRows = <T extends GroupedTable>(list: T): void => {
    const { of }: RowGroups<Tables[T]> = rowGroups[list]
    const made: ReadonlyArray<Change<Tables[T]>> = changes[list]
    countChanges(others, of, made)
  }
  for (const list of groupedTables) countRows(list)
  return [
    ...adding("count", addToCounters, counters),
    ...countInvoiceParts(changes.invoice),
    ...countDayParts(changes),
    ...adding("count groups", addToInvoiceGroups, [...groups.values()]),
    ...adding("count groups of rows", addToRowGroups, [...others.values()]),
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

const addToCounters = "INSERT INTO counter (organization_id, name, n)"
  + " SELECT v.organization_id, v.name, v.n FROM json_populate_recordset(null::counter, $1::json) AS v"
  + " ON CONFLICT (organization_id, name) DO UPDATE SET n = counter.n + excluded.n"

const addToInvoiceGroups = addingToGroups("invoice_group", [
  "tipo_documento", "tipo", "serie", "standing", "search", "last_day", "emision", "vencimiento",
])

const addToRowGroups = addingToGroups("row_group", [
  "list", "tipo", "clase", "bajo_minimo", "pagado", "estado_aprobacion", "forma_pago", "categoria", "estado", "etapa",
  "periodicidad", "de_baja", "fecha",
])
