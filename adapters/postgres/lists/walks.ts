import type { ListOrder } from "../../../core/pagination/listOrder.ts"
import type { ListedTable } from "../../../core/ports/Storage.ts"

/** In which order a list is walked: `comes` compares a place with the last one seen. */
export interface Walk {
  /** A column of places. */
  readonly column: string
  readonly direction: "ASC" | "DESC"
  readonly comes: ">" | "<"
}

const unchanging: ReadonlySet<ListedTable> = new Set(["registryRecord", "activityEntry", "payment"])

/** What is never changed is listed by its creation, records by their place in the chain. */
export const walkOf = (table: ListedTable, orden: ListOrder): Walk => {
  const created = table === "registryRecord" ? "orden" : "created_sequence"
  const changes = !unchanging.has(table)
  return orden === "antiguo"
    ? { column: created, direction: "ASC", comes: ">" }
    : { column: orden === "modificado" && changes ? "modified_sequence" : created, direction: "DESC", comes: "<" }
}
