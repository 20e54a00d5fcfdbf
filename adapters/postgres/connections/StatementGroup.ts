import pg from "pg"
import type { PgRecord, Statement } from "../Statement.ts"
import { wireText } from "./wireText.ts"

/** Gives what reads the values of a type (its OID) from their texts. */
export type TypeParser = (oid: number) => (text: string) => unknown

/**
 * The driver's connection, as far as a query of one's own may use it: the messages of the extended protocol, and the notes
 * that it keeps of prepared statements, by name: their texts once they are parsed, and once they were sent to be parsed.
 */
interface Wire {
  readonly parse: (message: { readonly text: string; readonly name: string; readonly types: ReadonlyArray<number> }) => void
  readonly bind: (message: { readonly statement: string; readonly values: ReadonlyArray<string | Uint8Array | null> }) => void
  readonly describe: (message: { readonly type: "P"; readonly name: string }) => void
  readonly execute: (message: object) => void
  readonly sync: () => void
  readonly stream: { readonly cork: () => void; readonly uncork: () => void }
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  readonly submittedNamedStatements: Record<string, string | undefined>
}

const isWire = (connection: object): connection is Wire =>
  "parsedStatements" in connection && "submittedNamedStatements" in connection

/** The answer to a statement. */
export interface Answer {
  readonly rows: ReadonlyArray<PgRecord>
  readonly rowCount: number
}

/** A statement, and who waits for its answer. */
export interface Asked extends Statement {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** How the rows of a statement are read. */
interface Columns {
  readonly names: ReadonlyArray<string>
  readonly parsers: ReadonlyArray<(text: string) => unknown>
  /** A row of nulls, to be copied and filled. */
  readonly blank: PgRecord
}

/**
 * The columns of statements with names, by their texts. It cannot grow without bound, as there are not many such statements.
 */
const described = new Map<string, Columns>()

/** Several statements as one query of the driver's, with one Sync at their end. */
export class StatementGroup extends pg.Query {
  /** How long the driver waits for the answers before it gives up the connection, in milliseconds. */
  readonly query_timeout: number
  /** The driver wraps this function to learn that it need not wait any longer. */
  callback: () => void = () => {}
  /**
   * Name and text of the statement that is being answered: by these the driver notes what has been prepared. A statement
   * without a name has the name "", since OpenTelemetry replaces a query without a name by an object of its own when it is set
   * to write remarks into statements.
   */
  name = ""
  text = ""
  private readonly asked: ReadonlyArray<Asked>
  private readonly parserOf: TypeParser
  private readonly answers: Array<Answer> = []
  private columns: Columns = noColumns
  /** The rows of that statement so far; the driver would take a property `rows` for an option of its own. */
  private rowsRead: Array<PgRecord> = []

  constructor(asked: ReadonlyArray<Asked>, parserOf: TypeParser, answerMillis: number) {
    super("")
    this.query_timeout = Math.max(answerMillis, ...asked.map(({ query_timeout = 0 }) => query_timeout))
    this.asked = asked
    this.parserOf = parserOf
    // Datadog writes remarks into every text that it can redefine; the driver's notes of prepared statements need this one.
    Object.defineProperty(this, "text", { configurable: false })
    this.next()
  }

  /** Turns to the next statement that has no answer yet. */
  private next(): void {
    const { name = "", text = "" } = this.asked[this.answers.length] ?? {}
    this.name = name
    this.text = text
    this.columns = described.get(text) ?? noColumns
    this.rowsRead = []
  }

  override submit = (connection: object): Error | null => {
    if (!isWire(connection)) return new TypeError("a connection of an unknown version of the driver")
    const other = this.asked.find(({ name, text }) => (preparedAs(connection, name) ?? text) !== text)
    if (other !== undefined) return new TypeError(`another statement is prepared as ${other.name}`)
    connection.stream.cork()
    try {
      for (const { name = "", text, values } of this.asked) {
        if (preparedAs(connection, name) === undefined) {
          connection.parse({ text, name, types: [] })
          if (name !== "") connection.submittedNamedStatements[name] = text
        }
        connection.bind({ statement: name, values: values.map(wireText) })
        // Statements that answer no rows are in `described` too, without columns.
        if (name === "" || !described.has(text)) connection.describe({ type: "P", name: "" })
        connection.execute({})
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.columns = columnsOf(fields, this.parserOf)
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    const { blank, names, parsers } = this.columns
    const row: Record<string, unknown> = { ...blank }
    names.forEach((name, i) => {
      const field = fields[i] ?? null
      if (field !== null) row[name] = parsers[i]?.(field)
    })
    this.rowsRead.push(row)
  }

  /** The last word of the server's message is the number of rows: `INSERT 0 3`, `SELECT 1`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.answers.push({ rows: this.rowsRead, rowCount: Number(text.slice(text.lastIndexOf(" ") + 1)) || 0 })
    if (this.name !== "") described.set(this.text, this.columns)
    this.next()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  /** Answers all statements at once: those outside of a transaction are not committed before this. */
  handleReadyForQuery(): void {
    this.callback()
    this.answers.forEach((answer, i) => this.asked[i]?.resolve(answer))
  }

  /** Fails all statements. The server has prepared none of those that follow the one that failed. */
  handleError(error: unknown, connection: object): void {
    this.callback()
    if (isWire(connection)) {
      for (const { name = "" } of this.asked) delete connection.submittedNamedStatements[name]
    }
    for (const { reject } of this.asked) reject(error)
  }
}

interface RowDescription {
  readonly fields: ReadonlyArray<{ readonly name: string; readonly dataTypeID: number }>
}

const columnsOf = (fields: RowDescription["fields"], parserOf: TypeParser): Columns => ({
  names: fields.map(({ name }) => name),
  parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
  blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
})

const noColumns: Columns = { names: [], parsers: [], blank: {} }

/** The text of the statement that is prepared under the name, or about to be. */
const preparedAs = ({ parsedStatements, submittedNamedStatements }: Wire, name = ""): string | undefined =>
  name === "" ? undefined : parsedStatements[name] ?? submittedNamedStatements[name]
