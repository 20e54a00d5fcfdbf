import { type Column, CorruptRow } from "./columns.ts"
import type { PgRecord } from "./Statement.ts"

/** One column for every field of a value. */
export type Columns<Value> = { readonly [Field in keyof Value]-?: Column<Value[Field]> }

/** How a value's fields are laid out in a record. */
export interface Layout<Value> {
  /** Names in the record, in order. */
  readonly names: ReadonlyArray<string>
  readonly encode: (value: Value) => Record<string, unknown>
  /** Names of the fields that are not the very same value in both. */
  readonly changed: (before: Value, after: Value) => ReadonlyArray<string>
  /** Some of the fields only. */
  readonly encodeSome: (value: Value, names: ReadonlySet<string>) => Record<string, unknown>
  readonly decode: (record: PgRecord) => Value
}

interface Field<Value> {
  readonly name: string
  readonly differs: (before: Value, after: Value) => boolean
  readonly write: (value: Value, record: Record<string, unknown>) => void
  readonly read: (record: PgRecord, value: Partial<Value>) => void
}

/** Lays out a value field by field, each under the name that its own name is given in records. */
export const layoutOf = <Value>(columns: Columns<Value>, nameOf: (field: string) => string): Layout<Value> => {
  const fields: Array<Field<Value>> = []
  for (const field in columns) fields.push(fieldOf(field, nameOf(field), columns[field]))
  return {
    names: fields.map(({ name }) => name),
    encode: (value) => {
      const record: Record<string, unknown> = {}
      for (const { write } of fields) write(value, record)
      return record
    },
    changed: (before, after) => fields.filter(({ differs }) => differs(before, after)).map(({ name }) => name),
    encodeSome: (value, names) => {
      const record: Record<string, unknown> = {}
      for (const { name, write } of fields) if (names.has(name)) write(value, record)
      return record
    },
    decode: (record) => {
      const value: Partial<Value> = {}
      for (const { read } of fields) read(record, value)
      // Every field has its column (see the type of `columns`), so the value is whole.
      return value as Value
    },
  }
}

const fieldOf = <Value, F extends keyof Value & string>(
  field: F,
  name: string,
  { decode, encode }: Column<Value[F]>,
): Field<Value> => ({
  name,
  differs: (before, after) => before[field] !== after[field],
  write: (value, record) => {
    record[name] = encode(value[field])
  },
  read: (record, value) => {
    value[field] = decode(record[name])
  },
})

const isRecord = (value: unknown): value is PgRecord => typeof value === "object" && value !== null && !Array.isArray(value)

/** json or jsonb: an object of so many fields. */
export const jsonObject = <Value>(columns: Columns<Value>): Column<Value> => {
  const { decode, encode } = layoutOf(columns, (field) => field)
  return {
    encode,
    decode: (value) => {
      if (!isRecord(value)) throw new CorruptRow("expected a JSON object")
      return decode(value)
    },
  }
}

/** json or jsonb: a list. */
export const jsonList = <Item>({ decode, encode }: Column<Item>): Column<ReadonlyArray<Item>> => ({
  encode: (items) => items.map(encode),
  decode: (value) => {
    if (!Array.isArray(value)) throw new CorruptRow("expected a JSON list")
    return value.map(decode)
  },
})

/** json: an object whose fields are not ours to know. */
export const jsonRecord: Column<PgRecord> = {
  encode: (value) => value,
  decode: (value) => {
    if (!isRecord(value)) throw new CorruptRow("expected a JSON object")
    return value
  },
}
