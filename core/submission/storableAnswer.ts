import type { RecordAnswer } from "../ports/TaxAuthority.ts"
import { isList } from "../registry/recordFields.ts"
import type { RecordField, RecordFields } from "../registry/RegistryRecord.ts"
import { withoutUnstorable } from "../text/withoutUnstorable.ts"

/** The most characters that AEAT's schema allows for its texts. */
const maxLength = 1_500

/** A text of AEAT's, fit to be stored: cut to the length that its schema allows, without characters that PostgreSQL refuses. */
export const storableText = (text: string): string => withoutUnstorable(text.slice(0, maxLength))

/** AEAT's answer to a record, fit to be stored. */
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
