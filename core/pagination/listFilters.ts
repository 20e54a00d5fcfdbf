import type { Condition, ListValue } from "../ports/listConditions.ts"
import { searchWords } from "./searchWords.ts"

// Filters of a list as conditions; one that is not given (undefined) is none.

/** The field has exactly this value. */
export const equalTo = <Field extends string>(field: Field, value: ListValue | undefined): ReadonlyArray<Condition<Field>> =>
  value === undefined ? [] : [{ kind: "equals", field, value }]

/** The field lies between the two; both are included. */
export const between = <Field extends string, Value extends string | number>(
  field: Field,
  from: Value | undefined,
  to: Value | undefined,
): ReadonlyArray<Condition<Field>> => [
  ...(from === undefined ? [] : [{ kind: "from", field, value: from } as const]),
  ...(to === undefined ? [] : [{ kind: "to", field, value: to } as const]),
]

/** One of the labels is this. */
export const labelled = (value: string | undefined): ReadonlyArray<Condition<"etiquetas">> =>
  value === undefined ? [] : [{ kind: "holds", field: "etiquetas", value }]

/** What the parameter `buscar` asks for: each of its words is found in the resource. */
export const matching = (query: string | undefined): ReadonlyArray<Condition<never>> =>
  query === undefined ? [] : [{ kind: "search", words: searchWords(query) }]
