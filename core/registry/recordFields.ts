import type { RecordField, RecordFields } from "./RegistryRecord.ts"

/** Tells a list from single fields; Array.isArray alone does not narrow a read-only list. */
export const isList = (field: RecordField): field is ReadonlyArray<RecordFields> => Array.isArray(field)

/** The nested fields with this name; undefined if there are none. */
export const fieldsAt = (fields: RecordFields | undefined, name: string): RecordFields | undefined => {
  const value = fields?.[name]
  return value === undefined || typeof value === "string" || isList(value) ? undefined : value
}

/** The text with this name; undefined if there is none. */
export const textAt = (fields: RecordFields | undefined, name: string): string | undefined => {
  const value = fields?.[name]
  return typeof value === "string" ? value : undefined
}

/** The fields about the record itself and not its invoice: its place in the chain, time, software, and what it amends. */
const ownFields: ReadonlySet<string> = new Set([
  "IDVersion",
  "Subsanacion",
  "RechazoPrevio",
  "Encadenamiento",
  "SistemaInformatico",
  "FechaHoraHusoGenRegistro",
  "TipoHuella",
  "Huella",
])

/** The first field about the invoice in which two of its records differ; undefined if there is none. */
export const differingField = (one: RecordFields, other: RecordFields): string | undefined =>
  Object.keys({ ...one, ...other }).find((name) =>
    !ownFields.has(name) && one[name] !== other[name] && JSON.stringify(one[name]) !== JSON.stringify(other[name]))
