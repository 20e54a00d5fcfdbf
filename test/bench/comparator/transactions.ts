import pg from "pg"

/** A statement, prepared under its name if it has one. */
export interface Statement {
  readonly name?: string
  readonly text: string
}

/** Sends a statement on the connection of the transaction and returns its rows. */
export type Ask = <Row extends pg.QueryResultRow>(
  statement: Statement,
  values?: ReadonlyArray<unknown>,
) => Promise<ReadonlyArray<Row>>

export const begin: Statement = { text: "BEGIN" }
export const commit: Statement = { text: "COMMIT" }

/** Runs a body on a connection of its own; after a failure the connection is closed, which rolls back. */
export const transactionsOn = (pool: pg.Pool) => {
  const attempt = async <A>(body: (ask: Ask) => Promise<A>): Promise<A> => {
    const client = await pool.connect()
    let done = false
    try {
      const answer = await body(asking(client, pool.options.pipeline === true))
      done = true
      return answer
    } finally {
      client.release(!done)
    }
  }
  return <A>(body: (ask: Ask) => Promise<A>): Promise<A> =>
    attempt(body).catch((error: unknown) => {
      // A duplicate that came first has taken the idempotency key; the second attempt finds its answer.
      const { constraint } = error instanceof pg.DatabaseError ? error : {}
      if (constraint === "idempotency_record_pkey") return attempt(body)
      throw error
    })
}

/** When pipelined, statements are sent at once; otherwise each waits for the answer to the one before it. */
const asking = (client: pg.PoolClient, pipelined: boolean): Ask => {
  let previous: Promise<unknown> = Promise.resolve()
  return async <Row extends pg.QueryResultRow>(statement: Statement, values: ReadonlyArray<unknown> = []) => {
    const query = () => client.query<Row>({ ...statement, values: [...values] })
    const answer = pipelined ? query() : previous.then(query)
    previous = answer
    return (await answer).rows
  }
}
