import { Effect, type Redacted } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { queried } from "../support/queried.ts"

const folder = join(import.meta.dirname, "rows")

/** The file with the rows of a version, whose schema has this last step. Each line is a row as PostgreSQL writes it. */
export const rowsFile = (version: string, step: string): string => join(folder, `${version}_${step}${ending}`)

const ending = ".jsonl"

/** What an earlier version stored. */
export interface KeptRows {
  readonly version: string
  /** The last step of its schema, such as `0038_large_companies`. */
  readonly step: string
  /** When the last of it was stored, in milliseconds since 1970. */
  readonly stored: number
  /** Lines of the file, by table. */
  readonly lines: ReadonlyMap<string, ReadonlyArray<string>>
}

export const allKeptRows = (): ReadonlyArray<KeptRows> =>
  readdirSync(folder).filter((name) => name.endsWith(ending)).sort().map((name) => {
    const lines = new Map<string, Array<string>>()
    let stored = 0
    for (const line of readFileSync(join(folder, name), "utf8").trimEnd().split("\n")) {
      const { row, table }: { readonly row: { readonly creado?: string }; readonly table: string } = JSON.parse(line)
      if (row.creado !== undefined) stored = Math.max(stored, Date.parse(row.creado))
      lines.set(table, [...lines.get(table) ?? [], line])
    }
    const [version = "", ...step] = name.slice(0, -ending.length).split("_")
    return { version, step: step.join("_"), stored, lines }
  })

const fillable = `
  SELECT table_name AS table, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
  FROM information_schema.columns
  WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name <> 'migration'
  GROUP BY table_name ORDER BY table_name`

/** The tables of a database that can be written, each with its columns. */
const tablesIn = (url: Redacted.Redacted<string>) =>
  Effect.map(queried(url, fillable), (rows) =>
    rows.map(({ columns, table }) => ({ table: String(table), columns: String(columns) })))

/** Those whose rows come and go (core/retention): the newest tell how they are written. */
const pruned = new Set(["delivery", "idempotency_record", "outgoing_mail"])

/** The rows of a database, as a file keeps it. */
export const rowsIn = (url: Redacted.Redacted<string>): Effect.Effect<ReadonlyArray<string>, Error> =>
  Effect.gen(function*() {
    const tables = yield* Effect.forEach(yield* tablesIn(url), ({ columns, table }) =>
      queried(
        url,
        // Not jsonb, which would lose the order of the fields in columns of json.
        `SELECT json_build_object('table', $1::text, 'row', to_json(r))::text AS line
         FROM (SELECT ${columns} FROM ${table} ORDER BY ${table}::text COLLATE "C" DESC
           LIMIT ${pruned.has(table) ? 10 : "ALL"}) AS r`,
        [table],
      ))
    return tables.flat().map(({ line }) => String(line))
  })

/** Writes the rows into a database that has their schema. */
export const insertRows = (url: Redacted.Redacted<string>, { lines }: KeptRows): Effect.Effect<void, Error> =>
  Effect.flatMap(tablesIn(url), (tables) =>
    Effect.forEach(tables, ({ columns, table }) =>
      queried(
        url,
        `INSERT INTO ${table} (${columns})
         SELECT ${columns} FROM unnest($1::text[]) AS line, json_populate_record(null::${table}, line::json->'row')`,
        [lines.get(table) ?? []],
      ), { discard: true }))
