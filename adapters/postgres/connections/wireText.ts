/** A parameter's value as the server reads it: a list as the text of an array, an object as JSON, bytes as they are. */
export const wireText = (value: unknown): string | Uint8Array | null => {
  if (value === null || value === undefined) return null
  if (typeof value === "string" || value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return listText(value)
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** A list as the text of a PostgreSQL array: `{"a","b",NULL}`. */
export const listText = (items: ReadonlyArray<unknown>): string => `{${items.map(itemText).join(",")}}`

const itemText = (item: unknown): string =>
  item === null ? "NULL" : `"${String(item).replaceAll(/["\\]/g, "\\$&")}"`
