import type { Condition } from "../../../core/ports/listConditions.ts"
import type { ListedTable } from "../../../core/ports/Storage.ts"
import { countedTables, deliveryCounter } from "./counts/counters.ts"

/** The counter that holds the total of a list; undefined where there is none, and rows are to be counted. */
export const counterOf = (table: ListedTable, conditions: ReadonlyArray<Condition<string>>): string | undefined => {
  const [only, ...others] = conditions
  if (only === undefined) return countedTables.find((counted) => counted === table)
  if (others.length > 0) return undefined
  const ofWebhook = table === "delivery" && only.kind === "equals" && only.field === "webhook_id"
  return ofWebhook ? `${deliveryCounter}${only.value}` : undefined
}
