/** A statement. One with a name is prepared: the server parses and plans it once per connection and name. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: Array<unknown>
  /** How long the driver waits for the answer, in milliseconds, where that is longer than usual (PostgresPool.ts). */
  readonly query_timeout?: number
}

/** A row as the driver reads it. */
export type PgRecord = Readonly<Record<string, unknown>>

/** Whatever answers statements: a pool, one of its connections, or a connection of the host's. */
export interface Queries {
  readonly query: (statement: Statement) => Promise<{ readonly rows: ReadonlyArray<PgRecord> }>
}
