import type { PgRecord } from "../Statement.ts"
import { type Column, corruptIn, CorruptRow, unpacking } from "./columns.ts"

/** One column for every field of a value. */
export type Columns<Value> = { readonly [Field in keyof Value]-?: Column<Value[Field]> }

/** How the fields of a value are laid out in a record: a row of a table, or an object of JSON. */
export interface Layout<Value> {
  /** The names of the fields in the record, in order. */
  readonly names: ReadonlyArray<string>
  /** The names of those that are selected as texts (`Column.exact`). */
  readonly exact: ReadonlySet<string>
  readonly encode: (value: Value) => Record<string, unknown>
  /** The names of the fields whose values in the two are not identical. */
  readonly changed: (before: Value, after: Value) => ReadonlyArray<string>
  /** Encodes some of the fields only. */
  readonly encodeSome: (value: Value, names: ReadonlySet<string>) => Record<string, unknown>
  readonly decode: (record: PgRecord) => Value
  /** The expressions that are selected where a value comes as texts, one for each field. */
  readonly packed: (columnOf: (name: string) => string) => ReadonlyArray<string>
  /** Reads a value from these texts, of which the first one is at `from`. */
  readonly unpack: (texts: ReadonlyArray<string>, from: number) => Value
}

/** A value, or a record, that is being filled in. */
type Fields = Record<string, unknown>

/** One field of a layout: how it goes from a value into a record, and back. */
interface Field<Value> {
  readonly name: string
  readonly exact: boolean
  readonly differs: (before: Value, after: Value) => boolean
  readonly write: (value: Value, record: Fields) => void
  readonly read: (record: PgRecord, value: Fields) => void
  readonly packed: (column: string) => string
  readonly take: (text: string, value: Fields) => void
}

/**
 * Lays out a value field by field; `nameOf` gives a field's name in records. Encoded records have room for the fields `added`,
 * which whoever encodes fills in.
 */
export const layoutOf = <Value>(
  columns: Columns<Value>,
  nameOf: (field: string) => string,
  added: ReadonlyArray<string> = [],
): Layout<Value> => {
  const fields: Array<Field<Value>> = []
  for (const field in columns) fields.push(fieldOf(field, nameOf(field), columns[field]))
  const names = fields.map(({ name }) => name)
  const noRecord = filledWith(undefined, [...names, ...added])
  const noValue = filledWith(null, Object.keys(columns))
  return {
    names,
    exact: new Set(fields.filter(({ exact }) => exact).map(({ name }) => name)),
    encode: (value) => {
      const record = { ...noRecord }
      for (const { write } of fields) write(value, record)
      return record
    },
    changed: (before, after) => fields.filter(({ differs }) => differs(before, after)).map(({ name }) => name),
    encodeSome: (value, names) => {
      const record = { ...noRecord }
      for (const { name, write } of fields) if (names.has(name)) write(value, record)
      return record
    },
    decode: (record) => {
      const value = { ...noValue }
      let field = ""
      try {
        for (const { name, read } of fields) {
          field = name
          read(record, value)
        }
      } catch (error) {
        throw corruptIn(field, error)
      }
      // Every field has its column (see the type of `columns`), so the value is whole.
      return value as Value
    },
    packed: (columnOf) => fields.map(({ name, packed }) => packed(columnOf(name))),
    unpack: (texts, from) => {
      const value = { ...noValue }
      let at = from
      try {
        for (const { take } of fields) take(texts[at++] ?? "", value)
      } catch (error) {
        const id = texts[from + names.indexOf("id")]
        throw corruptIn(`${names.includes("id") ? `id ${id}: ` : ""}${names[at - from - 1]}`, error)
      }
      return value as Value
    },
  }
}

/** An object to be copied and filled: one that gets many properties one by one is slow to make, and slow to use ever after. */
const filledWith = (value: null | undefined, names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(names.map((name) => [name, value]))

const fieldOf = <Value, F extends keyof Value & string>(
  field: F,
  name: string,
  { decode, encode, exact = false, packed = same, unpack = decode }: Column<Value[F]>,
): Field<Value> => ({
  name,
  exact,
  differs: (before, after) => before[field] !== after[field],
  write: (value, record) => {
    record[name] = encode(value[field])
  },
  read: (record, value) => {
    value[field] = decode(record[name])
  },
  packed,
  take: (text, value) => {
    value[field] = unpack(text)
  },
})

const same = (text: string): string => text

const isRecord = (value: unknown): value is PgRecord => typeof value === "object" && value !== null && !Array.isArray(value)

/** json or jsonb: an object with these fields. */
export const jsonObject = <Value>(columns: Columns<Value>): Column<Value> => {
  const { decode, encode } = layoutOf(columns, (field) => field)
  return unpacking(JSON.parse, {
    encode,
    decode: (value) => {
      if (!isRecord(value)) throw new CorruptRow("expected a JSON object")
      return decode(value)
    },
  })
}

/**
 * Control characters that no stored text holds (core/fields/fieldSchemas.ts): as JavaScript has them, and as SQL writes them.
 */
export const rowSeparator = { text: "\u001f", literal: "E'\\x1f'" }
const fieldSeparator = { text: "\u001e", literal: "E'\\x1e'" }

/** Some fields of a JSON object. Where rows come as texts, only these fields are selected, and the object is not parsed. */
export const jsonFields = <Value>(columns: Columns<Value>): Column<Value> => {
  const { packed, unpack } = layoutOf(columns, (field) => field)
  return {
    ...jsonObject(columns),
    packed: (object) => {
      const terms = packed((name) => `(${object}->>'${name}')`)
      return `CASE WHEN ${object} IS NOT NULL THEN concat(${terms.join(`, ${fieldSeparator.literal}, `)}) END`
    },
    unpack: (text) => unpack(text.split(fieldSeparator.text), 0),
  }
}

/** A field of a JSON object that may be absent, as it is in rows of older versions; null stands for that. */
export const orAbsent = <A>({ decode, encode }: Column<A>): Column<A | null> => ({
  encode: (value) => (value === null ? undefined : encode(value)),
  decode: (value) => (value === undefined ? null : decode(value)),
})

/** A field of a JSON object that older versions do not write; `otherwise` is its value then. */
export const absentAs = <A>(otherwise: A, { decode, encode }: Column<A>): Column<A> => ({
  encode,
  decode: (value) => (value === undefined ? otherwise : decode(value)),
})

/** json or jsonb: a list. */
export const jsonList = <Item>({ decode, encode }: Column<Item>): Column<ReadonlyArray<Item>> =>
  unpacking(JSON.parse, {
    encode: (items) => items.map(encode),
    decode: (value) => {
      if (!Array.isArray(value)) throw new CorruptRow("expected a JSON list")
      return value.map(decode)
    },
  })

/** json: an object of any fields. */
export const jsonRecord: Column<PgRecord> = unpacking(JSON.parse, {
  encode: (value) => value,
  decode: (value) => {
    if (!isRecord(value)) throw new CorruptRow("expected a JSON object")
    return value
  },
})
