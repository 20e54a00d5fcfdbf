/** A statement; with a name it is prepared: the server parses and plans it once per connection and name. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: Array<unknown>
  /** Milliseconds that the driver waits for the answer, where that may be longer than for others (PostgresPool.ts). */
  readonly query_timeout?: number
}

/** A row as the driver reads it. */
export type PgRecord = Readonly<Record<string, unknown>>

/** What answers statements: a pool, a connection of it, or one of the host's. */
export interface Queries {
  readonly query: (statement: Statement) => Promise<{ readonly rows: ReadonlyArray<PgRecord> }>
}
