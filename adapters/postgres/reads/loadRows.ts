import type { Key, RowSet, StoredTableName, TableName, Tables } from "../../../core/commit/tables.ts"
import type { Queries } from "../Statement.ts"
import { storedTables } from "../tables/storedTables.ts"
import { contactUses, invoiceCorrections } from "./references.ts"

/** Reads the rows of one table that these keys name. */
export type LoadTable = <T extends StoredTableName>(
  queries: Queries,
  table: T,
  keys: ReadonlyArray<Key>,
) => Promise<ReadonlyArray<Tables[T]>>

/** Reads rows of one table from the database. */
export const loadTable: LoadTable = async (queries, table, keys) => {
  const stored = storedTables[table]
  const statement = stored.load(keys)
  return statement === undefined ? [] : (await queries.query(statement)).rows.map(stored.decode)
}

/** The rows that these keys name. There is a statement for each table, and they leave together. */
export const loadRows = async (queries: Queries, keys: ReadonlyArray<Key>, load: LoadTable = loadTable): Promise<RowSet> => {
  const byTable = new Map<TableName, Array<Key>>()
  for (const key of keys) {
    const wanted = byTable.get(key.table)
    if (wanted === undefined) byTable.set(key.table, [key])
    else wanted.push(key)
  }
  const found: { -readonly [T in TableName]?: ReadonlyArray<Tables[T]> } = {}
  const loadStored = async <T extends StoredTableName>(table: T, wanted: ReadonlyArray<Key>): Promise<void> => {
    const target: { [K in T]?: ReadonlyArray<Tables[K]> } = found
    target[table] = await load(queries, table, wanted)
  }
  await Promise.all(Array.from(byTable, async ([table, wanted]) => {
    if (table === "contactUse") found.contactUse = await contactUses(queries, wanted)
    else if (table === "invoiceCorrections") found.invoiceCorrections = await invoiceCorrections(queries, wanted)
    else await loadStored(table, wanted)
  }))
  return found
}

/** Names a row among those of its table. */
export const nameInTable = ({ id, organizationId }: Pick<Key, "id" | "organizationId">): string => `${organizationId}/${id}`
