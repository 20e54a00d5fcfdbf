import type { HostConnection, HostRows } from "./HostTransactions.ts"

/** What node-postgres offers queries of one's own (its `Submittable`): the messages of the extended protocol. */
interface PgConnection {
  readonly parse: (message: { readonly text: string; readonly name: string; readonly types: [] }) => void
  readonly bind: (message: { readonly values: ReadonlyArray<string | null> }) => void
  readonly describe: (message: { readonly type: "P"; readonly name: string }) => void
  readonly execute: (message: object) => void
  readonly sync: () => void
  readonly stream: { readonly cork?: () => void; readonly uncork?: () => void }
}

/** A query whose values are read as texts, not by the host's parsers. */
interface PgQuery {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  readonly types: { readonly getTypeParser: () => (value: unknown) => unknown }
}

/** A client of node-postgres'. */
export interface PgClient {
  readonly query: ((submitted: PgBatch) => unknown) & ((query: PgQuery) => Promise<HostRows>)
  /** Whether it sends statements before those before them were answered; a batch is then refused. */
  readonly pipeline?: unknown
}

/** The connection as a client of node-postgres', of any of its versions; undefined for other drivers, and native ones. */
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
  /** The first column of each row. */
  readonly resolve: (texts: ReadonlyArray<string>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Several statements as one query of node-postgres': sent together, with one Sync at their end, so that what follows
 * one that failed is not carried out. What a StatementGroup is on connections of ours, but for any version of the driver
 * and whatever the host has set: nothing has a name, and a row is one text.
 */
export class PgBatch {
  /** The driver ends its own time limit by it (`query_timeout`). */
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
