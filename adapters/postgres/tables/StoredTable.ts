import type { Key, StoredTableName, Tables } from "../../../core/commit/tables.ts"
import { isIdentifier } from "../../../core/identifiers/uuid7.ts"
import { preparingFrequent } from "../connections/preparingFrequent.ts"
import type { PgRecord, Statement } from "../Statement.ts"
import { type Columns, type Layout, layoutOf } from "./fields.ts"

/** How the rows of one table are read and written. */
export interface StoredTable<Row> {
  /** Name in PostgreSQL. */
  readonly name: string
  /** The columns of its fields. */
  readonly layout: Layout<Row>
  /** The columns of a row, of the table alias `t`. */
  readonly selected: string
  readonly decode: (record: PgRecord) => Row
  /** False for what is no identifier, as clients may send anything in place of an id. */
  readonly canName: (key: RowKey) => boolean
  /** The rows of these keys; undefined when none of them can name a row. */
  readonly load: (keys: ReadonlyArray<Key>) => Statement | undefined
  /**
   * The rows of keys that can name some. `writers` gives for each key the number of a transaction, or an empty text: a row
   * that this transaction wrote last comes with all its columns null. `asked` is the place of its key, from 1, and
   * `writer` the number of the transaction that wrote it last.
   */
  readonly loadUnlessBy: (keys: ReadonlyArray<Key>, writers: ReadonlyArray<string>) => Statement
  readonly insert: (rows: ReadonlyArray<Row>) => Statement
  readonly remove: (keys: ReadonlyArray<RowKey>) => Statement
  /** Writes the columns that differ in any of the rows; undefined when none does. */
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
  /** False where ids are texts of their own form instead of identifiers. */
  readonly idIsUuid?: boolean
  readonly derived?: Derived<Row>
}

/** Columns that are written for queries only, computed from the row. */
export interface Derived<Row> {
  readonly columns: ReadonlyArray<string>
  readonly of: (row: Row) => PgRecord
}

/** What `buscar` looks through, beside the row. */
export const searchOf = <Row>(textOf: (row: Row) => string): Derived<Row> => ({
  columns: ["search"],
  of: (row) => ({ search: textOf(row) }),
})

/** The derived columns of both. */
export const bothDerived = <Row>(one: Derived<Row>, other: Derived<Row>): Derived<Row> => ({
  columns: [...one.columns, ...other.columns],
  of: (row) => Object.assign({}, one.of(row), other.of(row)),
})

/** Derives the statements of a table from its columns; each column is its field's name in snake case. */
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
  // The limit makes it go key by key: the planner would begin a join with the table when it takes that to be small, which it
  // always does of one that is emptied all the time.
  const byKey = (columns: string) =>
    `unnest($1::uuid[], $2::${idType}[]) AS k(o, i)
CROSS JOIN LATERAL (SELECT ${columns} FROM ${name} AS t WHERE t.organization_id = k.o AND t.id = k.i LIMIT 1) AS t`
  const texts = {
    load: `SELECT ${selected} FROM ${byKey(selected)}`,
    loadUnlessBy: `SELECT k.n AS asked, v.writer, t.*
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
    decode: layout.decode,
    canName,
    load: (keys) => {
      const possible = keys.filter(canName)
      return possible.length === 0 ? undefined : { name: `load ${name}`, text: texts.load, values: namesOf(possible) }
    },
    loadUnlessBy: (keys, writers) => ({
      name: `load ${name} anew`,
      text: texts.loadUnlessBy,
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

/** The name of a field in PostgreSQL. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
