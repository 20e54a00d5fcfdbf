import { Effect } from "effect"
import { meant, openLists, type QueryParameter } from "./operations.ts"
import type { Target } from "./target.ts"

const ofEveryList = new Set(["limite", "orden", "desde"])

/** Values of a filter of which not all can let every row through. */
const valuesOf = ({ name, schema }: QueryParameter): ReadonlyArray<string> => {
  const { enum: choices, maximum, minimum, type } = meant(schema)
  if (Array.isArray(choices)) return choices.map(String)
  if (type === "boolean") return ["true", "false"]
  if (type === "number" || type === "integer") return [String(name.endsWith("_max") ? minimum : maximum)]
  if (name.endsWith("_desde")) return ["2200-12-31"]
  return [name.endsWith("_hasta") ? "1900-01-01" : "ninguno"]
}

/** The filters that are accepted but change no list: whatever is asked for, all rows are answered. */
export const idleFilters = ({ live, request }: Target): Effect.Effect<ReadonlyArray<string>> => {
  const totalOf = (path: string) =>
    Effect.map(request("GET", path, { key: live }), ({ json, status }) =>
      status === 200 ? Number(Reflect.get(Object(json), "total")) : `${path}: ${status}`)
  const filters = openLists.flatMap(({ path, query }) =>
    query.filter(({ name }) => !ofEveryList.has(name)).map((parameter) => ({ path, parameter })))
  return Effect.map(
    Effect.forEach(filters, ({ parameter, path }) =>
      Effect.gen(function*() {
        const all = yield* totalOf(path)
        const totals = yield* Effect.forEach(valuesOf(parameter), (value) => totalOf(`${path}?${parameter.name}=${value}`))
        return totals.every((total) => total === all || typeof total === "string")
          ? [`${path}: ${parameter.name} changes nothing (of ${all}: ${totals.join(", ")}); its read… file makes no condition of it`]
          : []
      })),
    (found) => found.flat(),
  )
}
