import type { Key, StoredTableName, Tables } from "../../../core/commit/tables.ts"
import type { Queries } from "../Statement.ts"
import { integer, text } from "../tables/columns.ts"
import { storedTables } from "../tables/storedTables.ts"
import { charactersIn } from "./charactersIn.ts"
import { loadRows, loadTable, type LoadTable } from "./loadRows.ts"

/**
 * Rows that are looked up again and again: what is at hand is not read once more, but asked whether it is still so. The
 * transaction that wrote a row last names a version of it; whatever has changed the row, it is read anew, in the same
 * statement. Not within transactions, where a row may have several versions by the same.
 */

/** Tables whose rows are kept: each request for a document asks for them. */
const keptTables: ReadonlySet<StoredTableName> = new Set(["organization", "contact", "invoice"])

/** Rows of each table that are kept; those that nobody has asked for the longest go. */
const keptMax = 2_048

/** A row with more is not kept: most have few, so all together take some 10 MiB, and 100 MiB whatever anybody writes. */
const linesMax = 25
const charactersMax = 8_000

interface Kept<Row> {
  readonly writer: string
  readonly row: Row
}

type KeptRows = { [T in StoredTableName]?: Map<string, Kept<Tables[T]>> }

/** Reads rows for one database, and forgets those that it keeps: when a connection is new, the server may be another. */
export const keepingRows = () => {
  let kept: KeptRows = {}

  const load: LoadTable = async <T extends StoredTableName>(queries: Queries, table: T, keys: ReadonlyArray<Key>) => {
    if (!keptTables.has(table)) return loadTable(queries, table, keys)
    const stored = storedTables[table]
    const possible = keys.filter(stored.canName)
    if (possible.length === 0) return []
    const all: { [K in T]?: Map<string, Kept<Tables[K]>> } = kept
    const mine = (all[table] ??= new Map())
    const known = possible.map((key) => mine.get(nameOf(key)))
    const { rows } = await queries.query(stored.loadUnlessBy(possible, known.map((one) => one?.writer ?? "")))
    return rows.flatMap((record): ReadonlyArray<Tables[T]> => {
      const at = integer.decode(record["asked"]) - 1
      const key = possible[at]
      if (key === undefined) return []
      const isNew = record["organization_id"] !== null
      const one = isNew ? { writer: text.decode(record["writer"]), row: stored.decode(record) } : known[at]
      if (one === undefined) return []
      if (!isNew || !isLong(one.row)) keep(mine, nameOf(key), one)
      return [one.row]
    })
  }

  return {
    load: (queries: Queries, keys: ReadonlyArray<Key>) => loadRows(queries, keys, load),
    forget: (): void => {
      kept = {}
    },
  }
}

const nameOf = ({ id, organizationId }: Key): string => `${organizationId}/${id}`

const isLong = (row: object): boolean =>
  ("lineas" in row && Array.isArray(row.lineas) && row.lineas.length > linesMax) || charactersIn(row) > charactersMax

/** It is then the one that was asked for last. */
const keep = <Row>(rows: Map<string, Kept<Row>>, name: string, one: Kept<Row>): void => {
  rows.delete(name)
  rows.set(name, one)
  for (const oldest of rows.keys()) {
    if (rows.size <= keptMax) return
    rows.delete(oldest)
  }
}
