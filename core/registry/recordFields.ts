import type { RecordFields } from "./RegistryRecord.ts"

/** The nested fields under the name; undefined where there are none. */
export const fieldsAt = (fields: RecordFields, name: string): RecordFields | undefined => {
  const value = fields[name]
  return value === undefined || typeof value === "string" || isList(value) ? undefined : value
}

/** The text under the name; undefined where there is none. */
export const textAt = (fields: RecordFields | undefined, name: string): string | undefined => {
  const value = fields?.[name]
  return typeof value === "string" ? value : undefined
}

/** The text under the name of a record of our own, which has it. */
export const textIn = (fields: RecordFields | undefined, name: string): string => {
  const value = textAt(fields, name)
  if (value === undefined) throw new Error(`a record without ${name}`)
  return value
}

const isList = (value: RecordFields | ReadonlyArray<RecordFields>): value is ReadonlyArray<RecordFields> =>
  Array.isArray(value)
