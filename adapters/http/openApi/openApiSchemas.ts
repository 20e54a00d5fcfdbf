import { type Fields, fieldsIn, fieldsOf, isFields, mapFields } from "./Fields.ts"
import { withFormats } from "./openApiFormats.ts"
import { holdsData, holdsSchemasByName, schemaNamed } from "./plainJsonSchema.ts"

/** The document's schemas by what they are for. */
export interface SchemaUse {
  /** Schemas that any operation refers to; those that are only answered are open, with the formats of their texts. */
  readonly schemas: Fields
  /** The names of schemas that requests refer to. */
  readonly sent: ReadonlySet<string>
}

/** Keeps the schemas that the operations need, and tells the formats of those that are only answered. */
export const usedSchemas = (schemas: Fields, paths: Fields): SchemaUse => {
  const sent = new Set<string>()
  const answered = new Set<string>()
  for (const item of Object.values(paths).filter(isFields)) {
    for (const { responses, ...request } of Object.values(item).filter(isFields)) {
      collect(request, schemas, sent)
      for (const [, response] of successesIn(responses)) collect(response, schemas, answered)
    }
  }
  const used = Object.entries(schemas).filter(([name]) => sent.has(name) || answered.has(name))
  const told = used.map(([name, schema]) => [name, sent.has(name) ? schema : withFormats(open(schema))])
  return { schemas: Object.fromEntries(told), sent }
}

/** An answer without the word that it has nothing else: what checks answers by an older copy would refuse new properties. */
const open = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(open)
  if (!isFields(schema)) return schema
  const { additionalProperties, ...rest } = schema
  return mapFields(additionalProperties === false ? rest : schema, (value, key) => {
    if (holdsData.has(key)) return value
    return holdsSchemasByName.has(key) && isFields(value) ? mapFields(value, open) : open(value)
  })
}

/** The declared answers by status. The failures that Effect adds are never answered: ours are told apart. */
export const successesIn = (responses: unknown): ReadonlyArray<readonly [status: string, response: Fields]> =>
  Object.entries(fieldsOf(responses)).flatMap(([status, response]) =>
    status.startsWith("2") && isFields(response) ? [[status, response] as const] : [])

/** Adds the names of the schemas that a value refers to, and of those that these refer to. */
const collect = (value: unknown, schemas: Fields, names: Set<string>): void => {
  if (Array.isArray(value)) return value.forEach((item) => collect(item, schemas, names))
  if (!isFields(value)) return
  const name = schemaNamed(value)
  if (name !== undefined && !names.has(name)) {
    names.add(name)
    collect(fieldsIn(schemas, name), schemas, names)
  }
  for (const field of Object.values(value)) collect(field, schemas, names)
}
