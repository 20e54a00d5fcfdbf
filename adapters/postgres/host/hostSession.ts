import { listText } from "../connections/wireText.ts"
import type { PgRecord, Queries, Statement } from "../Statement.ts"
import { PgBatch, type PgClient, pgClientOf } from "./hostBatch.ts"
import type { HostConnection, HostRows, HostValue } from "./HostTransactions.ts"

/**
 * Our statements on a connection of the host's. Those that are asked for within one turn of the event loop leave together, as
 * far as the driver allows. No statement has a name, so none collides with what the host has prepared. A row comes back as
 * one text of JSON, which no setting and no parser of the host's can change.
 */
export interface HostSession extends Queries {
  /** Runs a statement whose answer nobody needs. */
  readonly run: (statement: Statement) => Promise<void>
}

/** A statement as it is sent, and who waits for its rows. */
interface Waiting extends Statement {
  readonly values: Array<HostValue>
  /** Takes its rows out of the driver's answer. */
  readonly read: (answer: HostRows) => ReadonlyArray<string>
  readonly resolve: (rows: ReadonlyArray<string>) => void
  readonly reject: (error: unknown) => void
}

/** Sends statements in their order. When one fails, those after it fail too. */
type Send = (batch: ReadonlyArray<Waiting>) => void

/** The only column of an answer: each row as JSON. */
const column = "fila"

/** A session of ours on a connection of the host's. */
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
      await ask(text, values, noRows)
    },
  }
}

const recordOf = (json: string): PgRecord => JSON.parse(json)

/**
 * A driver that knows a parameter to be JSON would encode our JSON once more, as a JSON string. So it is told that it is a
 * text.
 */
const withPlainJson = (text: string): string => text.replaceAll(/(\$\d+)::json\b/g, "$1::text::json")

/** A value that every driver sends alike; they differ in how they write lists. */
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

/** For any other driver: each statement leaves when the one before it has been answered. */
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

/** For node-postgres with `pipeline`: it sends each at once by itself. */
const allAtOnce = (client: PgClient, batch: ReadonlyArray<Waiting>): void => {
  for (const { read, reject, resolve, text, values } of batch) {
    const answered = client.query({ text, values, types: { getTypeParser: () => textOf } })
    answered.then(read).then(resolve, reject)
  }
}

/** Used in place of the host's parsers. Where the host's client asks for binary values, a text comes as its bytes. */
const textOf = (value: unknown): unknown => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value)

/** For node-postgres without `pipeline`: all statements are one entry of its queue. */
const inOneBatch = (client: PgClient, batch: ReadonlyArray<Waiting>): void => {
  client.query(new PgBatch(batch))
}

const noRows = (): ReadonlyArray<string> => []

/**
 * The texts of the rows. An answer in any other form is an error: if it were taken for empty, rows that exist would seem to be
 * missing.
 */
const textsOf = (answer: HostRows): ReadonlyArray<string> =>
  ("rows" in answer ? answer.rows : answer).map((row) => {
    const text = typeof row === "object" && row !== null && column in row ? row[column] : undefined
    if (typeof text === "string") return text
    throw new TypeError("within: query is to answer rows as objects by column, in a list or under rows")
  })
