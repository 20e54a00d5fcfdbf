import type { Key, TableName, Tables } from "../../core/commit/tables.ts"
import { isIdentifier } from "../../core/identifiers/uuid7.ts"
import { type Columns, layoutOf } from "./fields.ts"
import type { PgRecord, Statement } from "./Statement.ts"

/** How the rows of one table are read and written. */
export interface StoredTable<Row> {
  /** Name in PostgreSQL. */
  readonly name: string
  /** The columns of a row, of the table alias `t`. */
  readonly selected: string
  readonly decode: (record: PgRecord) => Row
  /** The rows of these keys; undefined when none of them can name a row. */
  readonly load: (keys: ReadonlyArray<Key>) => Statement | undefined
  readonly insert: (rows: ReadonlyArray<Row>) => Statement
  readonly update: (rows: ReadonlyArray<Row>) => Statement
}

/** What a table has besides its fields. */
interface Options<Row> {
  /** False where ids are texts of their own form instead of identifiers. */
  readonly idIsUuid?: boolean
  /** Columns that are written for queries only, computed from the row. */
  readonly derived?: { readonly columns: ReadonlyArray<string>; readonly of: (row: Row) => PgRecord }
}

/** Derives the statements of a table from its columns; each column is its field's name in snake case. */
export const storedTable = <T extends TableName>(
  name: string,
  columns: Columns<Tables[T]>,
  { derived, idIsUuid = true }: Options<Tables[T]> = {},
): StoredTable<Tables[T]> => {
  const layout = layoutOf(columns, snakeCase)
  const written = [...layout.names, ...(derived?.columns ?? [])]
  const settable = written.filter((column) => column !== "organization_id" && column !== "id")
  const selected = qualified(layout.names, "t")
  const given = `json_populate_recordset(null::${name}, $1::json) AS v`
  const idType = idIsUuid ? "uuid" : "text"
  const texts = {
    load: `SELECT ${selected} FROM unnest($1::uuid[], $2::${idType}[]) AS k(o, i)`
      + ` JOIN ${name} AS t ON t.organization_id = k.o AND t.id = k.i`,
    insert: `INSERT INTO ${name} (${written.join(", ")}) SELECT ${qualified(written, "v")} FROM ${given}`,
    update: `UPDATE ${name} AS t SET (${settable.join(", ")}) = ROW(${qualified(settable, "v")}) FROM ${given}`
      + " WHERE t.organization_id = v.organization_id AND t.id = v.id",
  }
  const encode = derived === undefined
    ? layout.encode
    : (row: Tables[T]): PgRecord => Object.assign(layout.encode(row), derived.of(row))
  const writing = (verb: "insert" | "update") => (rows: ReadonlyArray<Tables[T]>): Statement => ({
    name: `${verb} ${name}`,
    text: texts[verb],
    values: [JSON.stringify(rows.map(encode))],
  })
  return {
    name,
    selected,
    decode: layout.decode,
    load: (keys) => {
      // What a client sends as an id may be no identifier at all: it names nothing.
      const possible = idIsUuid ? keys.filter(({ id }) => isIdentifier(id)) : keys
      if (possible.length === 0) return undefined
      const values = [possible.map((key) => key.organizationId), possible.map((key) => key.id)]
      return { name: `load ${name}`, text: texts.load, values }
    },
    insert: writing("insert"),
    update: writing("update"),
  }
}

const qualified = (columns: ReadonlyArray<string>, alias: string): string =>
  columns.map((column) => `${alias}.${column}`).join(", ")

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
