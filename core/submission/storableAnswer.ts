import type { RecordAnswer } from "../ports/TaxAuthority.ts"
import type { RecordField, RecordFields } from "../registry/RegistryRecord.ts"

/** Characters that AEAT's schema lets its words have. */
const maxLength = 1_500

/** AEAT's words without what PostgreSQL would choke on; cut where they are longer than its schema lets them be. */
export const storableText = (text: string): string => text.slice(0, maxLength).replace(/\p{Cc}|\p{Surrogate}|[\uFFFE\uFFFF]/gu, " ")

/** The answer to a record, fit to be stored. */
export const storableAnswer = (answer: RecordAnswer): RecordAnswer => {
  const { descripcion, duplicado, respuesta } = answer
  return {
    ...answer,
    descripcion: textOrNull(descripcion),
    duplicado: duplicado === null ? null : { ...duplicado, descripcion: textOrNull(duplicado.descripcion) },
    respuesta: storableFields(respuesta),
  }
}

const textOrNull = (text: string | null): string | null => (text === null ? null : storableText(text))

const storableFields = (fields: RecordFields): RecordFields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, storableField(field)]))

const storableField = (field: RecordField): RecordField => {
  if (typeof field === "string") return storableText(field)
  return isList(field) ? field.map(storableFields) : storableFields(field)
}

const isList = (field: RecordFields | ReadonlyArray<RecordFields>): field is ReadonlyArray<RecordFields> =>
  Array.isArray(field)
