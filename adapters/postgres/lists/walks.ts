import type { ListOrder } from "../../../core/pagination/listOrder.ts"
import type { ListedTable } from "../../../core/ports/Storage.ts"

/** In which order a list is walked: `comes` compares a place with the last one seen. */
export interface Walk {
  /** A column of places. */
  readonly column: string
  /** What these are the places of, as the ends of groups and of their parts are named. */
  readonly by: "created" | "modified"
  readonly direction: "ASC" | "DESC"
  readonly comes: ">" | "<"
}

const unchanging: ReadonlySet<ListedTable> = new Set(["registryRecord", "activityEntry", "payment"])

/** What is never changed is listed by its creation, records by their place in the chain. */
export const walkOf = (table: ListedTable, orden: ListOrder): Walk => {
  const created = table === "registryRecord" ? "orden" : "created_sequence"
  if (orden === "antiguo") return { column: created, by: "created", direction: "ASC", comes: ">" }
  return orden === "modificado" && !unchanging.has(table)
    ? { column: "modified_sequence", by: "modified", direction: "DESC", comes: "<" }
    : { column: created, by: "created", direction: "DESC", comes: "<" }
}
