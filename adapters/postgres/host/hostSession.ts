import { listText } from "../connections/wireText.ts"
import type { PgRecord, Queries, Statement } from "../Statement.ts"
import { PgBatch, type PgClient, pgClientOf } from "./hostBatch.ts"
import type { HostConnection, HostRows, HostValue } from "./HostTransactions.ts"

/**
 * Statements of ours on a connection of the host's. Those that are asked for within one turn of the event loop leave
 * together, as far as the driver allows. Nothing is named, so nothing collides with what the host has prepared; a row
 * comes back as one text of JSON, which no setting and no parser of the host's has a say in.
 */
export interface HostSession extends Queries {
  /** A statement whose answer is not looked at. */
  readonly run: (statement: Statement) => Promise<void>
}

/** A statement as it is sent, and who waits for its rows. */
interface Waiting extends Statement {
  readonly values: Array<HostValue>
  /** Its rows, of what a driver answers. */
  readonly read: (answer: HostRows) => ReadonlyArray<string>
  readonly resolve: (rows: ReadonlyArray<string>) => void
  readonly reject: (error: unknown) => void
}

/** Sends statements, in their order. After one that fails the others fail with it. */
type Send = (batch: ReadonlyArray<Waiting>) => void

/** What a row is called in the answer. */
const column = "fila"

/** The session of a host's connection. */
export const hostSession = (connection: HostConnection): HostSession => {
  const send = sender(connection)
  let waiting: Array<Waiting> = []
  const ask = (text: string, values: ReadonlyArray<unknown>, read: Waiting["read"]): Promise<ReadonlyArray<string>> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) {
        queueMicrotask(() => {
          const batch = waiting
          waiting = []
          send(batch)
        })
      }
      waiting.push({ text: withPlainJson(text), values: values.map(plainValue), read, resolve, reject })
    })
  return {
    query: async ({ text, values }) => {
      const rows = await ask(`SELECT to_json(q)::text AS ${column} FROM (${text}) AS q`, values, textsOf)
      return { rows: rows.map(recordOf) }
    },
    run: async ({ text, values }) => {
      await ask(text, values, nothing)
    },
  }
}

const recordOf = (json: string): PgRecord => JSON.parse(json)

/** Drivers that know a parameter to be JSON would write our text as a JSON text. */
const withPlainJson = (text: string): string => text.replaceAll(/(\$\d+)::json\b/g, "$1::text::json")

/** Drivers differ in how they write lists. */
const plainValue = (value: unknown): HostValue => {
  if (Array.isArray(value)) return listText(value)
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  if (value === null || value === undefined) return null
  throw new Error(`a statement with a value of type ${typeof value}`)
}

const sender = (connection: HostConnection): Send => {
  const client = pgClientOf(connection)
  if (client === undefined) return (batch) => void oneByOne(connection, batch)
  return (batch) => (client.pipeline === true ? allAtOnce(client, batch) : inOneBatch(client, batch))
}

/** Any other driver: the next one leaves when the one before was answered. */
const oneByOne = async (connection: HostConnection, batch: ReadonlyArray<Waiting>): Promise<void> => {
  for (const [i, { read, reject, resolve, text, values }] of batch.entries()) {
    try {
      resolve(read(await connection.query(text, values)))
    } catch (error) {
      reject(error)
      for (const after of batch.slice(i + 1)) after.reject(error)
      return
    }
  }
}

/** node-postgres with its `pipeline`: it waits for no answers by itself. */
const allAtOnce = (client: PgClient, batch: ReadonlyArray<Waiting>): void => {
  for (const { read, reject, resolve, text, values } of batch) {
    const answered = client.query({ text, values, types: { getTypeParser: () => textOf } })
    answered.then(read).then(resolve, reject)
  }
}

/** In place of a parser of the host's; where its client wants values in binary, that of a text is its bytes. */
const textOf = (value: unknown): unknown => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value)

/** node-postgres without it: one entry of its queue for all of them. */
const inOneBatch = (client: PgClient, batch: ReadonlyArray<Waiting>): void => {
  client.query(new PgBatch(batch))
}

const nothing = (): ReadonlyArray<string> => []

/** What is in another form is told, not passed over: what is there would seem to be missing. */
const textsOf = (answer: HostRows): ReadonlyArray<string> =>
  ("rows" in answer ? answer.rows : answer).map((row) => {
    const text = typeof row === "object" && row !== null && column in row ? row[column] : undefined
    if (typeof text === "string") return text
    throw new TypeError("within: query is to answer rows as objects by column, in a list or under rows")
  })
