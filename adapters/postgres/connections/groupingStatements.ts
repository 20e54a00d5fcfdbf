import { nextTick } from "node:process"
import type pg from "pg"
import type { Statement } from "../Statement.ts"
import { type Answer, type Asked, StatementGroup, type TypeParser } from "./StatementGroup.ts"

/**
 * Statements that are asked of one connection within a turn of the event loop leave together, with one Sync at their end,
 * and are answered together: the server then writes once and not for each of them, and says what the columns of a named
 * one are the first time only. After one that fails none that follows it in its group is carried out.
 */

type Callback = (error: unknown, answer?: unknown) => void

const isCallback = (value: unknown): value is Callback => typeof value === "function"

/** What begins and ends transactions may stand in a group; other texts without values may hold several statements, and go alone. */
const ending = new Set(["COMMIT", "ROLLBACK"])
const bare = new Set(["BEGIN", ...ending])

/** The statement, if it can be one of a group. */
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
 * Has the connection's statements leave in groups, each of which is to be answered within so many milliseconds. Not for
 * connections whose session is a pooler's.
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
      // Nothing follows these.
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
      const callback = args.find(isCallback)
      const answer = ask(one)
      if (callback === undefined) return answer
      answer.then((given) => callback(undefined, given), (error: unknown) => callback(error))
      return undefined
    },
  })
}
