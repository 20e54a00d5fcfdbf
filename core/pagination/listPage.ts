import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type ListedRows, type ListedTable, type PageQuery, Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { ListOrder } from "./listOrder.ts"
import { placeIn } from "./listPlaces.ts"

/** The request for a page of a list (contract, section 4.1). */
export interface ListRequest {
  readonly orden: ListOrder
  /** Items per page, 1 to 200. */
  readonly limite: number
  /** Place (`placeIn`) of the last item of the page before; null for the first page. */
  readonly after: number | null
}

/** A page of a list. */
export interface ListAnswer<A> {
  readonly datos: ReadonlyArray<A>
  /** How many items the whole list has. */
  readonly total: number
  readonly limite: number
  /** What `after` is in the request for the next page; null if there is none. */
  readonly next: number | null
  /** Whether the rows behind `datos` may come again (Page, core/ports/Storage.ts). */
  readonly recurring?: boolean
}

/** Items per page by default (contract, section 4.1). */
export const defaultLimit = 50

/** The most items per page. To ask for more is not an error, but yields this many (contract, section 4.1). */
export const largestLimit = 200

/** Reads a page of rows, and one row more, which tells whether there is a next page; so does a page that was cut. */
export const listPage = <T extends ListedTable>(
  table: T,
  organizationId: OrganizationId,
  { after, limite, orden }: ListRequest,
  conditions: PageQuery<T>["conditions"],
): Effect.Effect<ListAnswer<ListedRows[T]>, StorageUnavailable, Storage> =>
  Effect.flatMap(Storage, (storage) => {
    const page = storage.page(table, { organizationId, orden, after, limit: limite + 1, conditions })
    return Effect.map(page, ({ cut, recurring = false, rows, total }) => {
      const datos = rows.slice(0, limite)
      const last = datos.at(-1)
      const more = (cut || rows.length > limite) && last !== undefined
      return { datos, total, limite, next: more ? placeIn(table, orden)(last) : null, recurring }
    })
  })

/** Reads a page of rows as `listPage` does, each made what `shown` makes of it. */
export const listShown = <T extends ListedTable, A>(
  table: T,
  organizationId: OrganizationId,
  request: ListRequest,
  conditions: PageQuery<T>["conditions"],
  shown: (row: ListedRows[T]) => A,
): Effect.Effect<ListAnswer<A>, StorageUnavailable, Storage> =>
  Effect.map(listPage(table, organizationId, request, conditions), (page) =>
    ({ ...page, datos: page.datos.map((row) => shown(row)) }))
