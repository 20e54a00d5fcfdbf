import type { ListOrder } from "../../../core/pagination/listOrder.ts"
import type { ListedTable } from "../../../core/ports/Storage.ts"

/** In which order the rows of a list are walked, along an index, from the place of the last row that was seen. */
export interface Walk {
  /** The column of the places. */
  readonly column: string
  /** Which order of the company they are places in; columns of groups with the ends of their places are named by it. */
  readonly by: "created" | "modified"
  readonly direction: "ASC" | "DESC"
  /** Holds between a place that is still to come and the last one seen. */
  readonly comes: ">" | "<"
}

/** Lists of rows that are never changed. */
const unchanging: ReadonlySet<ListedTable> = new Set(["registryRecord", "activityEntry", "payment"])

/** The walk of a list. Rows that are never changed are listed by their creation, records by their place in the chain. */
export const walkOf = (table: ListedTable, orden: ListOrder): Walk => {
  const created = table === "registryRecord" ? "orden" : "created_sequence"
  if (orden === "antiguo") return { column: created, by: "created", direction: "ASC", comes: ">" }
  return orden === "modificado" && !unchanging.has(table)
    ? { column: "modified_sequence", by: "modified", direction: "DESC", comes: "<" }
    : { column: created, by: "created", direction: "DESC", comes: "<" }
}

/** Puts what stands for the least and for the greatest of several places in the order in which a walk meets them. */
export const asMet = <A>({ direction }: Walk, least: A, greatest: A): readonly [first: A, last: A] =>
  direction === "ASC" ? [least, greatest] : [greatest, least]
