import { nextTick } from "node:process"
import type pg from "pg"
import type { Statement } from "../Statement.ts"
import { answerQuery } from "./answerQuery.ts"
import { type Answer, type Asked, StatementGroup, type TypeParser } from "./StatementGroup.ts"

// Statements that are asked of one connection within a turn of the event loop leave together, with one Sync at their end,
// and are answered together. So the server writes one answer and not one for each, and describes the columns of a named
// statement the first time only. When a statement fails, those that follow it in its group are not carried out.

/** Texts without values that may be part of a group. Others may hold several statements each, and leave alone. */
const ending = new Set(["COMMIT", "ROLLBACK"])
const bare = new Set(["BEGIN", ...ending])

/** The statement that the driver's `query` was called with, if it can be part of a group. */
const groupable = (statement: unknown, values: unknown): Statement | undefined => {
  if (typeof statement === "string") {
    if (bare.has(statement)) return { name: statement, text: statement, values: [] }
    return Array.isArray(values) && values.length > 0 ? { text: statement, values } : undefined
  }
  if (!isStatement(statement)) return undefined
  return statement.name !== undefined || statement.values.length > 0 ? statement : undefined
}

const isStatement = (value: unknown): value is Statement =>
  typeof value === "object" && value !== null && "text" in value && "values" in value && Array.isArray(value.values)

/**
 * Makes a connection's statements leave in groups, by replacing its `query`. `answerMillis` is how long the answer to a group
 * is waited for. Not for connections to a pooler, whose sessions remember nothing.
 */
export const groupingStatements = (client: pg.ClientBase, parserOf: TypeParser, answerMillis: number): void => {
  const { query } = client
  const alone = (...args: ReadonlyArray<unknown>): unknown => Reflect.apply(query, client, args)
  let gathered: Array<Asked> = []

  const leave = (): void => {
    if (gathered.length === 0) return
    const group = new StatementGroup(gathered, parserOf, answerMillis)
    gathered = []
    alone(group)
  }

  const ask = (statement: Statement): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (gathered.length === 0) nextTick(leave)
      gathered.push({ resolve, reject, ...statement })
      // A transaction is over then, so nothing else can follow in this group.
      if (ending.has(statement.text)) leave()
    })

  Object.assign(client, {
    query: (...args: ReadonlyArray<unknown>): unknown => {
      const [statement, values] = args
      const one = groupable(statement, values)
      if (one === undefined) {
        leave()
        return alone(...args)
      }
      return answerQuery(args, ask(one))
    },
  })
}
