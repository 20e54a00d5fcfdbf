import { makeExample } from "./openApiExamples.ts"
import type { SchemaUse } from "./openApiSchemas.ts"
import { type Fields, fieldsIn, isFields, schemaNamed } from "./plainJsonSchema.ts"

const refStart = "#/components/examples/"

/** A media type with an example of its schema: by reference where the schema has a name, else made here. */
export const withExample = (media: Fields, make: (schema: Fields) => unknown): Fields => {
  const schema = fieldsIn(media, "schema")
  const name = schemaNamed(schema)
  const example = name === undefined ? { value: make(schema) } : { $ref: refStart + name }
  return { ...media, examples: { ejemplo: example } }
}

/** The examples that operations refer to, by the names of their schemas. */
export const exampleComponents = ({ schemas, sent }: SchemaUse, paths: Fields): Fields => {
  const names = new Set<string>()
  collectRefs(paths, names)
  const makeSent = makeExample(schemas, "sent")
  const makeAnswered = makeExample(schemas, "answered")
  return Object.fromEntries([...names].toSorted().map((name) => {
    const make = sent.has(name) ? makeSent : makeAnswered
    return [name, { value: make(fieldsIn(schemas, name)) }]
  }))
}

const collectRefs = (value: unknown, names: Set<string>): void => {
  if (Array.isArray(value)) return value.forEach((item) => collectRefs(item, names))
  if (!isFields(value)) return
  const { $ref } = value
  if (typeof $ref === "string" && $ref.startsWith(refStart)) names.add($ref.slice(refStart.length))
  for (const field of Object.values(value)) collectRefs(field, names)
}
