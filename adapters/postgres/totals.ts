import type { CivilDate } from "../../core/calendar/civilDate.ts"
import type { InvoiceStatus } from "../../core/invoices/status.ts"
import type { Condition } from "../../core/pagination/listConditions.ts"
import type { ListedTable } from "../../core/ports/Storage.ts"
import { countedColumns, countedTables, dayCounter, deliveryCounter, dueCounter } from "./counters.ts"

/** Counters of a company that are added up: some names, and a range of names (from inclusive, to exclusive). */
export interface CounterSum {
  readonly names: ReadonlyArray<string>
  readonly from: string
  readonly to: string
}

/**
 * The counters that add up to a list, other than one by days of issue; undefined where there are none, and rows are to
 * be counted.
 */
export const countersOf = (
  table: ListedTable,
  conditions: ReadonlyArray<Condition<string>>,
): CounterSum | undefined => {
  const [only, ...others] = conditions
  if (only === undefined) return table === "invoice" || isCounted(table) ? named(table) : undefined
  if (others.length > 0) return undefined
  if (only.kind === "status") return countersOfStatus(only.estado, only.today)
  if (only.kind !== "equals") return undefined
  if (table === "delivery" && only.field === "webhook_id") return named(`${deliveryCounter}${only.value}`)
  return table === "invoice" && isCountedColumn(only.field) ? named(`invoice/${only.field}/${only.value}`) : undefined
}

/** The day counters of the conditions, where these are a range of `fecha_emision` and nothing else. */
export const daysOfIssue = (
  conditions: ReadonlyArray<Condition<string>>,
): { readonly from: string; readonly to: string } | undefined => {
  let from = dayCounter
  let to = afterAll(dayCounter)
  for (const condition of conditions) {
    if ((condition.kind !== "from" && condition.kind !== "to") || condition.field !== "fecha_emision") return undefined
    const counter = `${dayCounter}${condition.value}`
    if (condition.kind === "from" && counter > from) from = counter
    if (condition.kind === "to" && counter < to) to = justAfter(counter)
  }
  return conditions.length === 0 ? undefined : { from, to }
}

const isCounted = (table: ListedTable): boolean => countedTables.some((counted) => counted === table)

const isCountedColumn = (field: string): boolean => countedColumns.some((column) => column === field)

const named = (name: string): CounterSum => ({ names: [name], from: "", to: "" })

/** Above every name that begins so; the names are compared byte by byte. */
const afterAll = (beginning: string): string => `${beginning}~`

/** Above this name, and below every other of its length that follows. */
const justAfter = (name: string): string => `${name}!`

const countersOfStatus = (estado: InvoiceStatus, today: CivilDate): CounterSum => {
  switch (estado) {
    case "sent":
      return { names: ["invoice/sent"], from: `${dueCounter}${today}`, to: afterAll(dueCounter) }
    case "overdue":
      return { names: [], from: dueCounter, to: `${dueCounter}${today}` }
    default:
      return named(`invoice/${estado}`)
  }
}
