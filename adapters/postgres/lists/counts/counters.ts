import type { Change, ChangeSet, Tables } from "../../../../core/commit/tables.ts"
import type { Condition } from "../../../../core/ports/listConditions.ts"
import type { ListedTable } from "../../../../core/ports/Storage.ts"
import { groupsOf, type InvoiceGroup } from "../../groups/invoiceGroups.ts"
import { type GroupedTable, groupedTables, type RowGroup, type RowGroups, rowGroups } from "../../groups/rowGroups.ts"
import type { Statement } from "../../Statement.ts"
import { addingToGroups, countChanges, type GroupCounts } from "./groupCounts.ts"
import { countDayParts, countInvoiceParts } from "./largeGroups.ts"

// The exact totals of lists. Each commit adds to them what it changes, so that reading a total costs the same however many rows
// a company has. A counter is the total of a list without filters; groups add up to those of others (groups.ts).

/** Tables with a counter, named like the table, of all rows of a company. */
const countedTables = [
  "contact", "product", "expense", "subscription", "invoice", "payment", "activityEntry", "registryRecord", "deal", "store",
  "purchaseOrder", "member", "donation",
] as const

/** The counter of the deliveries of a webhook. */
const deliveryCounter = (webhookId: string): string => `delivery/${webhookId}`

/** The counter that holds the total of a list; undefined when none does. */
export const counterOf = (table: ListedTable, conditions: ReadonlyArray<Condition<string>>): string | undefined => {
  const [only, ...others] = conditions
  if (only === undefined) return countedTables.find((counted) => counted === table)
  if (others.length > 0) return undefined
  const ofWebhook = table === "delivery" && only.kind === "equals" && only.field === "webhook_id"
  return ofWebhook ? deliveryCounter(String(only.value)) : undefined
}

/** What a commit adds to a counter. */
interface CounterDelta {
  readonly organization_id: string
  readonly name: string
  n: number
}

interface Owned {
  readonly organizationId: string
}

/** Adds the changes to all counters, groups and parts. To be carried out before the changes themselves (largeGroups.ts). */
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
  addAll(changes.delivery, ({ webhook_id }) => [deliveryCounter(webhook_id)])
  const counters = [...named.values()].filter(({ n }) => n !== 0)

  const groups: GroupCounts<InvoiceGroup> = new Map()
  countChanges(groups, groupsOf, changes.invoice)
  const otherGroups: GroupCounts<RowGroup> = new Map()
  const countRows = <T extends GroupedTable>(list: T): void => {
    const { of }: RowGroups<Tables[T]> = rowGroups[list]
    const made: ReadonlyArray<Change<Tables[T]>> = changes[list]
    countChanges(otherGroups, of, made)
  }
  for (const list of groupedTables) countRows(list)
  return [
    ...adding("count", addToCounters, counters),
    ...countInvoiceParts(changes.invoice),
    ...countDayParts(changes),
    ...adding("count groups", addToInvoiceGroups, [...groups.values()]),
    ...adding("count groups of rows", addToRowGroups, [...otherGroups.values()]),
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

const addToCounters = `INSERT INTO counter (organization_id, name, n)
SELECT v.organization_id, v.name, v.n FROM json_populate_recordset(null::counter, $1::json) AS v
ON CONFLICT (organization_id, name) DO UPDATE SET n = counter.n + excluded.n`

const addToInvoiceGroups = addingToGroups("invoice_group", [
  "tipo_documento", "tipo", "serie", "standing", "search", "last_day", "emision", "vencimiento",
])

const addToRowGroups = addingToGroups("row_group", [
  "list", "tipo", "clase", "bajo_minimo", "pagado", "estado_aprobacion", "forma_pago", "categoria", "estado", "etapa",
  "periodicidad", "de_baja", "fecha",
])
