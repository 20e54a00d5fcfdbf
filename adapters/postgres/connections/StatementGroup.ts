import pg from "pg"
import type { PgRecord, Statement } from "../Statement.ts"
import { wireText } from "./wireText.ts"

/** Reads a value of a type from its text. */
export type TypeParser = (oid: number) => (text: string) => unknown

/** What the driver's connection offers queries of one's own, and what it notes of statements with names. */
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

/** What is answered to a statement. */
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
  /** To be copied and filled. */
  readonly blank: PgRecord
}

/** Of statements with names, which are bounded in number, by their texts. */
const described = new Map<string, Columns>()

/** Statements as one query of the driver's, with one Sync at their end. */
export class StatementGroup extends pg.Query {
  /** How long the driver waits for the answers, before it gives up the connection. */
  readonly query_timeout: number
  /** By it the driver ends that time. */
  callback: () => void = () => {}
  /**
   * Of the statement that is being answered: by them the driver notes that it is prepared. "" is no name, and yet one that is
   * told: what has none, OpenTelemetry replaces by an object of its own when it is to write remarks into statements.
   */
  name = ""
  text = ""
  private readonly asked: ReadonlyArray<Asked>
  private readonly parserOf: TypeParser
  private readonly answers: Array<Answer> = []
  private columns: Columns = nothing
  private come: Array<PgRecord> = []

  constructor(asked: ReadonlyArray<Asked>, parserOf: TypeParser, answerMillis: number) {
    super("")
    this.query_timeout = Math.max(answerMillis, ...asked.map(({ query_timeout = 0 }) => query_timeout))
    this.asked = asked
    this.parserOf = parserOf
    // Datadog writes remarks into whatever text it may; by this one the driver notes what it has prepared.
    Object.defineProperty(this, "text", { configurable: false })
    this.next()
  }

  private next(): void {
    const { name = "", text = "" } = this.asked[this.answers.length] ?? {}
    this.name = name
    this.text = text
    this.columns = described.get(text) ?? nothing
    this.come = []
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
        // What has no rows is described as that.
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
    this.come.push(row)
  }

  /** The last word of what is said tells how many rows: `INSERT 0 3`, `SELECT 1`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.answers.push({ rows: this.come, rowCount: Number(text.slice(text.lastIndexOf(" ") + 1)) || 0 })
    if (this.name !== "") described.set(this.text, this.columns)
    this.next()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  /** Only now a statement outside of a transaction is committed. */
  handleReadyForQuery(): void {
    this.callback()
    this.answers.forEach((answer, i) => this.asked[i]?.resolve(answer))
  }

  /** What follows the one that failed was not prepared either. */
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

const nothing: Columns = { names: [], parsers: [], blank: {} }

/** The text of what is prepared under the name, or about to be. */
const preparedAs = ({ parsedStatements, submittedNamedStatements }: Wire, name = ""): string | undefined =>
  name === "" ? undefined : parsedStatements[name] ?? submittedNamedStatements[name]
