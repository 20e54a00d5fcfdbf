import type { Key, TableName, Tables } from "../../core/commit/tables.ts"
import { isIdentifier } from "../../core/identifiers/uuid7.ts"
import type { Column } from "./columns.ts"
import type { PgRecord, Statement } from "./Statement.ts"

/** One column for every field of a row. */
export type Columns<Row> = { readonly [Field in keyof Row]-?: Column<Row[Field]> }

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
  const fields = fieldsOf(columns)
  const read = fields.map((field) => field.name)
  const written = [...read, ...(derived?.columns ?? [])]
  const settable = written.filter((column) => column !== "organization_id" && column !== "id")
  const selected = qualified(read, "t")
  const given = `json_populate_recordset(null::${name}, $1::json) AS v`
  const idType = idIsUuid ? "uuid" : "text"
  const texts = {
    load: `SELECT ${selected} FROM unnest($1::uuid[], $2::${idType}[]) AS k(o, i)`
      + ` JOIN ${name} AS t ON t.organization_id = k.o AND t.id = k.i`,
    insert: `INSERT INTO ${name} (${written.join(", ")}) SELECT ${qualified(written, "v")} FROM ${given}`,
    update: `UPDATE ${name} AS t SET (${settable.join(", ")}) = ROW(${qualified(settable, "v")}) FROM ${given}`
      + " WHERE t.organization_id = v.organization_id AND t.id = v.id",
  }
  const encode = (row: Tables[T]): PgRecord => {
    const record: Record<string, unknown> = { ...derived?.of(row) }
    for (const { write } of fields) write(row, record)
    return record
  }
  const writing = (verb: "insert" | "update") => (rows: ReadonlyArray<Tables[T]>): Statement => ({
    name: `${verb} ${name}`,
    text: texts[verb],
    values: [JSON.stringify(rows.map(encode))],
  })
  return {
    name,
    selected,
    decode: (record) => {
      const row: Partial<Tables[T]> = {}
      for (const { read } of fields) read(record, row)
      // Every field has its column (see the type of `columns`), so the row is whole.
      return row as Tables[T]
    },
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

interface Field<Row> {
  readonly name: string
  readonly write: (row: Row, record: Record<string, unknown>) => void
  readonly read: (record: PgRecord, row: Partial<Row>) => void
}

const fieldsOf = <Row>(columns: Columns<Row>): ReadonlyArray<Field<Row>> => {
  const fields: Array<Field<Row>> = []
  for (const field in columns) fields.push(fieldOf(field, columns[field]))
  return fields
}

const fieldOf = <Row, F extends keyof Row & string>(field: F, { decode, encode }: Column<Row[F]>): Field<Row> => {
  const name = snakeCase(field)
  return {
    name,
    write: (row, record) => {
      record[name] = encode(row[field])
    },
    read: (record, row) => {
      row[field] = decode(record[name])
    },
  }
}
