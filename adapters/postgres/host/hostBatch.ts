import type { HostConnection, HostRows } from "./HostTransactions.ts"

/** What node-postgres hands to a query of one's own (its `Submittable`): the messages of the extended protocol. */
interface PgConnection {
  readonly parse: (message: { readonly text: string; readonly name: string; readonly types: [] }) => void
  readonly bind: (message: { readonly values: ReadonlyArray<string | null> }) => void
  readonly describe: (message: { readonly type: "P"; readonly name: string }) => void
  readonly execute: (message: object) => void
  readonly sync: () => void
  readonly stream: { readonly cork?: () => void; readonly uncork?: () => void }
}

/** A query that brings its own parsers, in place of the host's. */
interface PgQuery {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  readonly types: { readonly getTypeParser: () => (value: unknown) => unknown }
}

/** A client of node-postgres. */
export interface PgClient {
  readonly query: ((submitted: PgBatch) => unknown) & ((query: PgQuery) => Promise<HostRows>)
  /** True when it sends statements without waiting for the answers to earlier ones; it then refuses a batch. */
  readonly pipeline?: unknown
}

/** The connection, if it is a client of node-postgres, of any version; undefined for other drivers, and for pg-native. */
export const pgClientOf = (connection: HostConnection): PgClient | undefined =>
  isPgClient(connection) ? connection : undefined

const isPgClient = (connection: object): connection is PgClient =>
  "connection" in connection && isConnection(connection.connection)

const isConnection = (value: unknown): boolean =>
  typeof value === "object" && value !== null
  && ["parse", "bind", "describe", "execute", "sync"].every((name) => typeof Reflect.get(value, name) === "function")

/** One statement of a batch. */
interface Part {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  /** Takes the first column of each row. */
  readonly resolve: (texts: ReadonlyArray<string>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Several statements as one query of node-postgres. They are sent together, with one Sync at their end, so that those after
 * one that failed are not carried out. It is what StatementGroup.ts is for our own connections, but works with any version of
 * the driver and with any settings of the host: no statement has a name, and a row is one text.
 */
export class PgBatch {
  /** The driver wraps this function to learn that its own time limit (`query_timeout`) is over with. */
  callback: () => void = () => {}
  private readonly parts: ReadonlyArray<Part>
  private answered = 0
  private rows: Array<string> = []

  constructor(parts: ReadonlyArray<Part>) {
    this.parts = parts
  }

  submit(connection: PgConnection): null {
    connection.stream.cork?.()
    try {
      for (const { text, values } of this.parts) {
        connection.parse({ text, name: "", types: [] })
        connection.bind({ values: values.map(asText) })
        connection.describe({ type: "P", name: "" })
        connection.execute({})
      }
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
    return null
  }

  handleRowDescription(): void {}

  handleDataRow({ fields: [first] }: { readonly fields: ReadonlyArray<unknown> }): void {
    if (typeof first === "string") this.rows.push(first)
  }

  handleCommandComplete(): void {
    this.parts[this.answered]?.resolve(this.rows)
    this.answered += 1
    this.rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  // The driver calls these too, but no statement of ours is of that kind.

  handlePortalSuspended(): void {}

  handleCopyInResponse(): void {}

  handleCopyData(): void {}

  handleReadyForQuery(): void {
    if (this.answered < this.parts.length) return this.handleError(new Error("a statement without an answer"))
    this.callback()
  }

  handleError(error: unknown): void {
    for (const { reject } of this.parts.slice(this.answered)) reject(error)
    this.callback()
  }
}

const asText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
