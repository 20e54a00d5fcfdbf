import type { Key, StoredTableName, Tables } from "../../../core/commit/tables.ts"
import { isIdentifier } from "../../../core/identifiers/uuid7.ts"
import { preparingFrequent } from "../preparingFrequent.ts"
import type { PgRecord, Statement } from "../Statement.ts"
import { corruptIn } from "./columns.ts"
import { type Columns, type Layout, layoutOf } from "./fields.ts"

/** How the rows of one table are read and written. */
export interface StoredTable<Row> {
  /** Its name in PostgreSQL. */
  readonly name: string
  /** How the fields of a row are laid out in columns. */
  readonly layout: Layout<Row>
  /** What a statement selects to read a row, from the table under the alias `t`. */
  readonly selected: string
  readonly decode: (record: PgRecord) => Row
  /** Whether a key can name a row here: clients may send anything in place of an id, and PostgreSQL refuses what is no uuid. */
  readonly canName: (key: RowKey) => boolean
  /** Reads the rows that these keys name; undefined when none of them can name a row. */
  readonly load: (keys: ReadonlyArray<Key>) => Statement | undefined
  /**
   * Reads the rows that these keys name, all of which must be able to name one. `writers` has the number of a transaction for
   * each key, or an empty text: a row that this transaction wrote last comes with all its columns null. Beside the columns
   * come `asked`, the place of the row's key counted from 1, and `writer`, the number of the transaction that wrote it last.
   */
  readonly loadUnlessWrittenBy: (keys: ReadonlyArray<Key>, writers: ReadonlyArray<string>) => Statement
  readonly insert: (rows: ReadonlyArray<Row>) => Statement
  readonly remove: (keys: ReadonlyArray<RowKey>) => Statement
  /** Writes every column that differs in at least one of the rows; undefined when none does. */
  readonly update: (changes: ReadonlyArray<Replacement<Row>>) => Statement | undefined
}

/** What names a row of a table. */
interface RowKey {
  readonly organizationId: string
  readonly id: string
}

/** A stored row and its new version. */
export interface Replacement<Row> {
  readonly before: Row
  readonly after: Row
}

/** What a table has besides its fields. */
interface Options<Row> {
  /** False where an id is another text than an identifier, such as a reference. */
  readonly idIsUuid?: boolean
  readonly derived?: Derived<Row>
}

/** Columns that are computed from the row as it is written. Queries use them; they are never read back. */
export interface Derived<Row> {
  readonly columns: ReadonlyArray<string>
  readonly of: (row: Row) => PgRecord
}

/** The column that `buscar` looks through. */
export const searchOf = <Row>(textOf: (row: Row) => string): Derived<Row> => ({
  columns: ["search"],
  of: (row) => ({ search: textOf(row) }),
})

/** The derived columns of both. */
export const bothDerived = <Row>(one: Derived<Row>, other: Derived<Row>): Derived<Row> => ({
  columns: [...one.columns, ...other.columns],
  of: (row) => Object.assign({}, one.of(row), other.of(row)),
})

/** Makes the statements of a table from its columns, whose names are those of the fields in snake case. */
export const storedTable = <T extends StoredTableName>(
  name: string,
  columns: Columns<Tables[T]>,
  { derived, idIsUuid = true }: Options<Tables[T]> = {},
): StoredTable<Tables[T]> => {
  const layout = layoutOf(columns, snakeCase, derived?.columns)
  const written = [...layout.names, ...(derived?.columns ?? [])]
  const selected = selectedOf(layout)
  const given = `json_populate_recordset(null::${name}, $1::json) AS v`
  const idType = idIsUuid ? "uuid" : "text"
  // The LIMIT makes it look up key by key. With a plain join the planner would begin with the table whenever it takes it to be
  // small, as it always does with a table that is emptied all the time.
  const byKey = (columns: string) =>
    `unnest($1::uuid[], $2::${idType}[]) AS k(o, i)
CROSS JOIN LATERAL (SELECT ${columns} FROM ${name} AS t WHERE t.organization_id = k.o AND t.id = k.i LIMIT 1) AS t`
  const texts = {
    load: `SELECT ${selected} FROM ${byKey(selected)}`,
    loadUnlessWrittenBy: `SELECT k.n AS asked, v.writer, t.*
FROM unnest($1::uuid[], $2::${idType}[], $3::text[]) WITH ORDINALITY AS k(o, i, w, n)
CROSS JOIN LATERAL (
  SELECT t.ctid AS row_at, t.xmin::text AS writer
  FROM ${name} AS t WHERE t.organization_id = k.o AND t.id = k.i LIMIT 1
) AS v
LEFT JOIN LATERAL (
  SELECT ${selected}
  FROM ${name} AS t WHERE t.ctid = v.row_at AND v.writer <> k.w
) AS t ON true`,
    remove: `DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT t.row_at FROM ${byKey("t.ctid AS row_at")}))`,
    insert: `INSERT INTO ${name} (${written.join(", ")}) SELECT ${qualified(written, "v")} FROM ${given}`,
  }
  const preparingUpdates = preparingFrequent(`update ${name}`, 16)
  const canName = ({ id, organizationId }: RowKey): boolean =>
    isIdentifier(organizationId) && (!idIsUuid || isIdentifier(id))
  const encode = derived === undefined
    ? layout.encode
    : (row: Tables[T]): PgRecord => Object.assign(layout.encode(row), derived.of(row))
  return {
    name,
    layout,
    selected,
    decode: (record) => {
      try {
        return layout.decode(record)
      } catch (error) {
        const named = keyColumns.map((column) => `${column} ${record[column]}`).join(" and ")
        throw corruptIn(`${name} with ${named}`, error)
      }
    },
    canName,
    load: (keys) => {
      const possible = keys.filter(canName)
      return possible.length === 0 ? undefined : { name: `load ${name}`, text: texts.load, values: namesOf(possible) }
    },
    loadUnlessWrittenBy: (keys, writers) => ({
      name: `load ${name} anew`,
      text: texts.loadUnlessWrittenBy,
      values: [...namesOf(keys), writers],
    }),
    remove: (keys) => ({ name: `delete ${name}`, text: texts.remove, values: namesOf(keys) }),
    insert: (rows) => ({ name: `insert ${name}`, text: texts.insert, values: [JSON.stringify(rows.map(encode))] }),
    update: (changes) => {
      const columns = new Set(derived?.columns)
      for (const { after, before } of changes) for (const column of layout.changed(before, after)) columns.add(column)
      if (columns.size === 0) return undefined
      const set = written.filter((column) => columns.has(column))
      const sent = new Set([...keyColumns, ...set])
      const rows = changes.map(({ after }) => Object.assign(layout.encodeSome(after, sent), derived?.of(after)))
      return preparingUpdates(set.join(" "), [JSON.stringify(rows)], () =>
        `UPDATE ${name} AS t SET (${set.join(", ")}) = ROW(${qualified(set, "v")}) FROM ${given}`
        + " WHERE t.organization_id = v.organization_id AND t.id = v.id")
    },
  }
}

const namesOf = (keys: ReadonlyArray<RowKey>): Array<ReadonlyArray<string>> => [
  keys.map(({ organizationId }) => organizationId),
  keys.map(({ id }) => id),
]

const keyColumns = ["organization_id", "id"]

const selectedOf = ({ exact, names }: Pick<Layout<unknown>, "exact" | "names">): string =>
  names.map((name) => (exact.has(name) ? `t.${name}::text AS ${name}` : `t.${name}`)).join(", ")

const qualified = (columns: ReadonlyArray<string>, alias: string): string =>
  columns.map((column) => `${alias}.${column}`).join(", ")

/** The name of a field's column, or of a table, in PostgreSQL. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
