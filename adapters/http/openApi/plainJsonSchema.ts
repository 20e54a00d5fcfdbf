import { type Fields, isFields, mapFields } from "./Fields.ts"

/** Keywords under which schemas stand by names that are no keywords. */
export const holdsSchemasByName: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs"])

/** Keywords under which data stands, not schemas. */
export const holdsData: ReadonlySet<string> = new Set(["enum", "const", "default", "example", "examples"])

const schemaRef = "#/components/schemas/"

/** The name of the schema that is referred to; undefined for any other value. */
export const schemaNamed = (value: unknown): string | undefined =>
  isFields(value) && typeof value["$ref"] === "string" && value["$ref"].startsWith(schemaRef)
    ? value["$ref"].slice(schemaRef.length)
    : undefined

/**
 * Writes the JSON Schemas that Effect makes as people do: a nullable type as `type: ["string", "null"]`
 * instead of a choice of two schemas, Effect's own kinds (`Int`, `NonEmptyString`…, which carry a title) in
 * place, and without what only Effect understands. `schemas` are those that may be referred to.
 */
export const plainJsonSchema = (schemas: Fields) => {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain)
    if (!isFields(value)) return value
    const name = schemaNamed(value)
    const named = name === undefined ? undefined : schemas[name]
    if (isFields(named) && isEffectsOwn(named)) {
      const { description: _, ...schema } = named
      return plain(schema)
    }
    const meant = Object.fromEntries(Object.entries(value).filter(isMeant))
    const fields = mapFields(meant, (field, key) => {
      if (holdsData.has(key)) return field
      return holdsSchemasByName.has(key) && isFields(field) ? mapFields(field, plain) : plain(field)
    })
    return nullable(fields) ?? described(fields) ?? fields
  }
  return plain
}

/** Whether the schema is one of Effect's own kinds: ours are named, theirs have a title besides. */
const isEffectsOwn = (schema: Fields): boolean => typeof schema["title"] === "string"

const leftOut: ReadonlySet<string> = new Set(["$id", "$comment", "$schema", "title"])

/** Leaves out Effect's titles and marks, and lists of nothing. */
const isMeant = ([key, value]: [string, unknown]): boolean => {
  if (leftOut.has(key)) return typeof value !== "string"
  if (key === "required") return !Array.isArray(value) || value.length > 0
  return key !== "properties" || !isFields(value) || Object.keys(value).length > 0
}

/** The schema as one type with null, where it is a choice between one type and null. */
const nullable = ({ anyOf, ...rest }: Fields): Fields | undefined => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined
  const [schema, other]: ReadonlyArray<unknown> = anyOf
  if (!isFields(schema) || !isFields(other)) return undefined
  const { enum: values, type } = schema
  if (typeof type !== "string" || other["type"] !== "null") return undefined
  return {
    ...schema,
    ...rest,
    type: [type, "null"],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

/** A reference with words of its own: a description may stand beside it since 3.1. */
const described = ({ allOf, ...rest }: Fields): Fields | undefined => {
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined
  const [only]: ReadonlyArray<unknown> = allOf
  return isFields(only) && schemaNamed(only) !== undefined ? { ...only, ...rest } : undefined
}
