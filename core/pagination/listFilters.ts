import type { Condition, ListValue } from "../ports/listConditions.ts"
import { searchWords } from "./searchWords.ts"

// Turns filters into conditions. A filter that was not sent (undefined) makes no condition.

/** The field has exactly this value. */
export const equalTo = <Field extends string>(field: Field, value: ListValue | undefined): ReadonlyArray<Condition<Field>> =>
  value === undefined ? [] : [{ kind: "equals", field, value }]

/** The field lies between two bounds, both included. */
export const between = <Field extends string, Value extends string | number>(
  field: Field,
  from: Value | undefined,
  to: Value | undefined,
): ReadonlyArray<Condition<Field>> => [
  ...(from === undefined ? [] : [{ kind: "from", field, value: from } as const]),
  ...(to === undefined ? [] : [{ kind: "to", field, value: to } as const]),
]

/** This is one of the labels. */
export const labelled = (value: string | undefined): ReadonlyArray<Condition<"etiquetas">> =>
  value === undefined ? [] : [{ kind: "holds", field: "etiquetas", value }]

/** Every word of the parameter `buscar` is found in the row. */
export const matching = (query: string | undefined): ReadonlyArray<Condition<never>> =>
  query === undefined ? [] : [{ kind: "search", words: searchWords(query) }]
