import { isList } from "../../../core/registry/recordFields.ts"
import type { RecordFields } from "../../../core/registry/RegistryRecord.ts"

/**
 * The text of a field without outer blanks, which AEAT cuts too (web service 6.7); undefined for none, or nothing but blanks.
 */
export const textIn = (fields: RecordFields | undefined, name: string): string | undefined => {
  const field = fields?.[name]
  return typeof field === "string" ? field.trim() || undefined : undefined
}

/** The blocks of fields under a name: those of a list, a single one, or none. */
export const blocksIn = (fields: RecordFields | undefined, name: string): ReadonlyArray<RecordFields> => {
  const field = fields?.[name]
  if (field === undefined || typeof field === "string") return []
  return isList(field) ? field : [field]
}

/** The first block of fields under a name. */
export const blockIn = (fields: RecordFields | undefined, name: string): RecordFields | undefined =>
  blocksIn(fields, name)[0]
