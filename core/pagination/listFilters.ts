import type { Condition, ListValue } from "./listConditions.ts"
import { searchWords } from "./searchText.ts"

/** Filters of a list as conditions; one that is not given (undefined) is none. */

export const equalTo = <Field extends string>(field: Field, value: ListValue | undefined): ReadonlyArray<Condition<Field>> =>
  value === undefined ? [] : [{ kind: "equals", field, value }]

/** Bounds are included. */
export const between = <Field extends string, Value extends string | number>(
  field: Field,
  from: Value | undefined,
  to: Value | undefined,
): ReadonlyArray<Condition<Field>> => [
  ...(from === undefined ? [] : [{ kind: "from", field, value: from } as const]),
  ...(to === undefined ? [] : [{ kind: "to", field, value: to } as const]),
]

/** A list of texts that holds the value. */
export const holding = <Field extends string>(field: Field, value: string | undefined): ReadonlyArray<Condition<Field>> =>
  value === undefined ? [] : [{ kind: "holds", field, value }]

/** `buscar`. */
export const matching = (query: string | undefined): ReadonlyArray<Condition<never>> =>
  query === undefined ? [] : [{ kind: "search", words: searchWords(query) }]
