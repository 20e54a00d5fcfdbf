import { isList } from "../../../core/registry/recordFields.ts"
import type { RecordFields } from "../../../core/registry/RegistryRecord.ts"

/** A text of the fields without outer blanks, which AEAT cuts too (web service 6.7); undefined for none or only blanks. */
export const textIn = (fields: RecordFields | undefined, name: string): string | undefined => {
  const field = fields?.[name]
  return typeof field === "string" ? field.trim() || undefined : undefined
}

/** The blocks under a name: each of a list, the only one, or none. */
export const blocksIn = (fields: RecordFields | undefined, name: string): ReadonlyArray<RecordFields> => {
  const field = fields?.[name]
  if (field === undefined || typeof field === "string") return []
  return isList(field) ? field : [field]
}

/** The only, or first, block under a name. */
export const blockIn = (fields: RecordFields | undefined, name: string): RecordFields | undefined =>
  blocksIn(fields, name)[0]
