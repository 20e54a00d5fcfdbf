import type pg from "pg"
import { answerQuery } from "./answerQuery.ts"
import { isolation, localSettings } from "./sessionSettings.ts"

const begins = /^\s*(?:BEGIN|START\s+TRANSACTION)\b[^;]*/i
const ends = /^\s*(?:COMMIT|END|ABORT|ROLLBACK(?!\s+(?:WORK\s+|TRANSACTION\s+)?TO\b))\b/i

const withSettings = (text: string): string =>
  text.replace(begins, (begin) => `${/\bISOLATION\b/i.test(begin) ? begin : `${begin} ISOLATION LEVEL ${isolation}`}; ${localSettings}`)

/**
 * Makes a connection fit for a pooler that lends a session for one transaction only: no statement relies on what another left
 * behind in the session. Each transaction begins by making our settings for itself. A statement outside of a transaction gets
 * one of its own, in the same round trip, and has succeeded once that is committed. Statements lose their names, so that none
 * is prepared. `answerMillis` is how long the driver waits for an answer, but not for that to a bare text, unless it begins or
 * ends a transaction.
 */
export const withoutSession = (client: pg.ClientBase, answerMillis: number): void => {
  const { query } = client
  let inTransaction = false

  const send = (statement: unknown, values?: unknown): Promise<unknown> =>
    Reflect.apply(query, client, [statement, values])

  const within = (text: string) => ({ text, query_timeout: answerMillis })

  const alone = async (statement: unknown, values: unknown): Promise<unknown> => {
    // Our own statements are objects. A bare text is a step of the schema or the like, and may take its time.
    const around = typeof statement === "string" ? (text: string) => text : within
    const sent = [send(around(withSettings("BEGIN"))), send(statement, values), send(around("COMMIT"))]
    // Waits for all three also when one has failed, or the connection would be given back in the middle of them.
    const [begun, answered, committed] = await Promise.allSettled(sent)
    for (const one of [begun, answered, committed]) if (one?.status === "rejected") throw one.reason
    return answered?.status === "fulfilled" ? answered.value : undefined
  }

  const run = (statement: unknown, values: unknown): Promise<unknown> => {
    const text = textOf(statement)
    if (begins.test(text)) {
      inTransaction = true
      return send(within(withSettings(text)))
    }
    const own = timed(unnamed(statement), answerMillis)
    if (!inTransaction) return alone(own, values)
    if (!ends.test(text)) return send(own, values)
    inTransaction = false
    return send(within(text), values)
  }

  Object.assign(client, {
    query: (statement: unknown, ...rest: ReadonlyArray<unknown>): Promise<unknown> | undefined =>
      answerQuery(rest, run(statement, rest.find(Array.isArray))),
  })
}

const textOf = (statement: unknown): string => {
  if (typeof statement === "string") return statement
  const isTold = typeof statement === "object" && statement !== null && "text" in statement
  return isTold && typeof statement.text === "string" ? statement.text : ""
}

/** The statement with a time limit, unless it has one of its own. */
const timed = (statement: unknown, millis: number): unknown =>
  typeof statement === "object" && statement !== null ? { query_timeout: millis, ...statement } : statement

/** The statement without its name: the driver prepares what has one. */
const unnamed = (statement: unknown): unknown => {
  if (typeof statement !== "object" || statement === null || !("name" in statement)) return statement
  const { name: _, ...rest } = statement
  return rest
}
