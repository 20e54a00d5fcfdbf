import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type ListedRows, type ListedTable, type PageQuery, Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { ListOrder } from "./listOrder.ts"
import { placeIn } from "./listPlaces.ts"

/** What a list is asked for (contract, section 4.1). */
export interface ListRequest {
  readonly orden: ListOrder
  /** Items per page, 1 to 200. */
  readonly limite: number
  /** Place of the last item already seen; null from the start. */
  readonly after: number | null
}

/** A page, and where the next one begins: null when nothing is left. */
export interface ListAnswer<A> {
  readonly datos: ReadonlyArray<A>
  readonly total: number
  readonly limite: number
  readonly next: number | null
  /** Whether the rows behind `datos` may come again (Page, core/ports/Storage.ts). */
  readonly recurring?: boolean
}

/** Items per page unless told. */
export const defaultLimit = 50

/** More is not an error: the page then carries this many (contract, section 4.1). */
export const largestLimit = 200

/** Reads one row more than asked, which tells whether a further page exists. */
export const listPage = <T extends ListedTable>(
  table: T,
  organizationId: OrganizationId,
  { after, limite, orden }: ListRequest,
  conditions: PageQuery<T>["conditions"],
): Effect.Effect<ListAnswer<ListedRows[T]>, StorageUnavailable, Storage> =>
  Effect.flatMap(Storage, (storage) => {
    const page = storage.page(table, { organizationId, orden, after, limit: limite + 1, conditions })
    return Effect.map(page, ({ recurring = false, rows, total }) => {
      const datos = rows.slice(0, limite)
      const last = datos.at(-1)
      const more = rows.length > limite && last !== undefined
      return { datos, total, limite, next: more ? placeIn(table, orden)(last) : null, recurring }
    })
  })

/** The same page, each row as it is shown. */
export const listShown = <T extends ListedTable, A>(
  table: T,
  organizationId: OrganizationId,
  request: ListRequest,
  conditions: PageQuery<T>["conditions"],
  shown: (row: ListedRows[T]) => A,
): Effect.Effect<ListAnswer<A>, StorageUnavailable, Storage> =>
  Effect.map(listPage(table, organizationId, request, conditions), (page) =>
    ({ ...page, datos: page.datos.map((row) => shown(row)) }))
