/** A JSON object whose fields are not known. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a JSON value is an object, and no list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value's fields; none where it is anything else than an object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The field as an object; an empty one when it is anything else. */
export const fieldsIn = (fields: Fields, name: string): Fields => fieldsOf(fields[name])

/** The same fields with other values. */
export const mapFields = (fields: Fields, change: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]))
