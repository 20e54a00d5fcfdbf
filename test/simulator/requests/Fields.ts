/** The properties of a JSON object, of any type. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object with properties. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value's properties; none of anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The objects of a list; none of anything else. */
export const itemsOf = (value: unknown): ReadonlyArray<Fields> => (Array.isArray(value) ? value.filter(isFields) : [])

/** The texts of a list; none of anything else. */
export const textsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : []

/** The value if it is a text and not empty, otherwise null. */
export const textOr = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

/** The value if it is a number, otherwise the alternative. */
export const numberOr = <A>(value: unknown, otherwise: A): number | A => (typeof value === "number" ? value : otherwise)
