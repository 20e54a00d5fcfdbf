import type { ListedRows, ListedTable } from "../ports/Storage.ts"
import type { ListOrder } from "./listOrder.ts"

/** How to read a row's place in its company's order of creations, and in that of changes. */
interface Places<Row> {
  readonly created: (row: Row) => number
  readonly modified: (row: Row) => number
}

interface Sequenced {
  readonly createdSequence: number
  readonly modifiedSequence: number
}

const sequenced: Places<Sequenced> = {
  created: ({ createdSequence }) => createdSequence,
  modified: ({ modifiedSequence }) => modifiedSequence,
}

/** For rows that never change: both places are the same. */
const unchanged = <Row>(place: (row: Row) => number): Places<Row> => ({ created: place, modified: place })

const places: { readonly [T in ListedTable]: Places<ListedRows[T]> } = {
  contact: sequenced,
  product: sequenced,
  expense: sequenced,
  deal: sequenced,
  store: sequenced,
  purchaseOrder: sequenced,
  member: sequenced,
  donation: sequenced,
  subscription: sequenced,
  invoice: sequenced,
  payment: sequenced,
  webhook: sequenced,
  delivery: sequenced,
  activityEntry: unchanged(({ createdSequence }) => createdSequence),
  registryRecord: unchanged(({ orden }) => orden),
}

/** How to read the place of a table's rows in a list of this order. */
export const placeIn = <T extends ListedTable>(table: T, orden: ListOrder): ((row: ListedRows[T]) => number) =>
  orden === "modificado" ? places[table].modified : places[table].created
