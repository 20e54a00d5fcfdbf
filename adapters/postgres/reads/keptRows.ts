import type { Key, StoredTableName, Tables } from "../../../core/commit/tables.ts"
import { charactersIn } from "../lists/charactersIn.ts"
import type { Queries } from "../Statement.ts"
import { integer, text } from "../tables/columns.ts"
import { storedTables } from "../tables/storedTables.ts"
import { loadRows, loadTable, type LoadTable, nameInTable } from "./loadRows.ts"

// A cache of rows that are looked up again and again. A row in it is not read once more: the database is asked whether it is
// still the same, and sends it only if not, in the same statement. The number of the transaction that wrote a row last (xmin)
// names its version. Not for use within transactions, where one transaction may have written several versions.

/** Tables whose rows are kept, since each request for a document asks for them. */
const keptTables: ReadonlySet<StoredTableName> = new Set(["organization", "contact", "invoice"])

/** How many rows of each table are kept. Beyond that, those go that nobody has asked for the longest. */
const keptMax = 2_048

/** Longer rows are not kept. Most rows are short, so that all take some 10 MiB; at these limits they take 100 MiB. */
const linesMax = 25
const charactersMax = 8_000

/** A row, and the number of the transaction that wrote it last. */
interface Kept<Row> {
  readonly writer: string
  readonly row: Row
}

type KeptRows = { [T in StoredTableName]?: Map<string, Kept<Tables[T]>> }

/**
 * Reads rows of one database, through a cache. `forget` empties it: it is called for each new connection, which may lead to
 * another server, whose transactions have other numbers.
 */
export const keptRows = () => {
  let kept: KeptRows = {}

  const load: LoadTable = async <T extends StoredTableName>(queries: Queries, table: T, keys: ReadonlyArray<Key>) => {
    if (!keptTables.has(table)) return loadTable(queries, table, keys)
    const stored = storedTables[table]
    const possible = keys.filter(stored.canName)
    if (possible.length === 0) return []
    const all: { [K in T]?: Map<string, Kept<Tables[K]>> } = kept
    const mine = (all[table] ??= new Map())
    const known = possible.map((key) => mine.get(nameInTable(key)))
    const { rows } = await queries.query(stored.loadUnlessWrittenBy(possible, known.map((one) => one?.writer ?? "")))
    return rows.flatMap((record): ReadonlyArray<Tables[T]> => {
      const at = integer.decode(record["asked"]) - 1
      const key = possible[at]
      if (key === undefined) return []
      const isNew = record["organization_id"] !== null
      const one = isNew ? { writer: text.decode(record["writer"]), row: stored.decode(record) } : known[at]
      if (one === undefined) return []
      if (!isNew || !isLong(one.row)) keep(mine, nameInTable(key), one)
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

const isLong = (row: object): boolean =>
  ("lineas" in row && Array.isArray(row.lineas) && row.lineas.length > linesMax) || charactersIn(row) > charactersMax

/** Puts the row last, as the one that was asked for last, and drops the first ones when there are too many. */
const keep = <Row>(rows: Map<string, Kept<Row>>, name: string, one: Kept<Row>): void => {
  rows.delete(name)
  rows.set(name, one)
  for (const oldest of rows.keys()) {
    if (rows.size <= keptMax) return
    rows.delete(oldest)
  }
}
