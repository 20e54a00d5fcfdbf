import type { ListedRows, ListedTable } from "../../../core/ports/Storage.ts"
import { listedInvoice } from "../tables/invoiceColumns.ts"
import type { PgRecord } from "../Statement.ts"
import { rowReader } from "../tables/StoredTable.ts"
import { storedTables } from "../tables/storedTables.ts"

/** How lists read the rows of a table. */
interface ListedRead<Row> {
  readonly name: string
  /** The columns of a row, of the table alias `t`. */
  readonly selected: string
  readonly decode: (record: PgRecord) => Row
}

/** What lists read of each table. */
export const listedTables: { readonly [T in ListedTable]: ListedRead<ListedRows[T]> } = {
  ...storedTables,
  invoice: { name: storedTables.invoice.name, ...rowReader(listedInvoice) },
}
