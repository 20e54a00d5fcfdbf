import { Effect } from "effect"
import type { Page, StorageUnavailable } from "../ports/Storage.ts"
import type { ListOrder } from "./listOrder.ts"

/** What a list is asked for (contract, section 4.1). */
export interface ListRequest {
  readonly orden: ListOrder
  /** Items per page, 1 to 200. */
  readonly limite: number
  /** Sequence of the last item already seen; null from the start. */
  readonly after: number | null
}

/** A page, and where the next one begins: null when nothing is left. */
export interface ListAnswer<A> {
  readonly datos: ReadonlyArray<A>
  readonly total: number
  readonly limite: number
  readonly next: number | null
}

/** Items per page unless told. */
export const defaultLimit = 50

/** More is not an error: the page then carries this many (contract, section 4.1). */
export const largestLimit = 200

interface Placed {
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** Reads one item more than asked, which tells whether a further page exists. */
export const listPage = <Row extends Placed>(
  { after, limite, orden }: ListRequest,
  read: (range: { orden: ListOrder; after: number | null; limit: number }) => Effect.Effect<Page<Row>, StorageUnavailable>,
): Effect.Effect<ListAnswer<Row>, StorageUnavailable> =>
  Effect.map(read({ orden, after, limit: limite + 1 }), ({ rows, total }) => {
    const datos = rows.slice(0, limite)
    const last = datos.at(-1)
    const more = rows.length > limite && last !== undefined
    const place = last === undefined || orden !== "modificado" ? last?.createdSequence : last.modifiedSequence
    return { datos, total, limite, next: more && place !== undefined ? place : null }
  })
