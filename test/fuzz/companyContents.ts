import { Effect } from "effect"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { pathWith } from "./bodies.ts"
import { type Operation, operations } from "./operations.ts"

/** Whether an operation needs no scope, and so answers every company alike. */
export const isForAll = ({ scope }: Operation): boolean => scope === undefined

/**
 * Everything a key can read, by path: every list of the company in every order, each item with its own lists,
 * and at most `files` files of each kind.
 */
export const companyContents = (
  request: Harness["request"],
  key: string,
  files: number,
): Effect.Effect<ReadonlyMap<string, Answer>> =>
  Effect.gen(function*() {
    const answers = new Map<string, Answer>()
    const read = (path: string) =>
      Effect.tap(request("GET", path, { key }), (answer) => Effect.sync(() => answers.set(path, answer)))
    /** Walks a list, then whatever lies below its items. `values` are the path parameters of the list. */
    const walk = (list: Operation, values: ReadonlyArray<string>): Effect.Effect<void> =>
      Effect.gen(function*() {
        const ids = new Set<string>()
        for (const orden of ["reciente", "antiguo", "modificado"]) {
          let next: unknown = `${pathWith(list, values)}?limite=200&orden=${orden}`
          while (typeof next === "string") {
            const { datos, siguiente } = Object((yield* read(next)).json)
            for (const { id } of Array.isArray(datos) ? datos.map(Object) : []) ids.add(String(id))
            next = siguiente
          }
        }
        for (const operation of reads.filter(({ collection }) => collection === list.path)) {
          for (const id of [...ids].slice(0, operation.answersFile ? files : undefined)) {
            const place = [...values, id]
            yield* operation.answersList ? walk(operation, place) : read(pathWith(operation, place))
          }
        }
      })
    for (const operation of reads) {
      if (operation.answersList && operation.parameters.length === 0) yield* walk(operation, [])
    }
    return answers
  })

const reads = operations.filter((operation) => operation.method === "GET" && !isForAll(operation))
