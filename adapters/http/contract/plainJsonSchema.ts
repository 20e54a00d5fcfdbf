/**
 * Writes the JSON Schemas of a document as people do: a nullable type as `type: ["string", "null"]` instead
 * of a choice of two schemas, and whole numbers in place.
 */
export const plainJsonSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plainJsonSchema)
  if (typeof value !== "object" || value === null) return value
  if ("$ref" in value && value.$ref === "#/components/schemas/Int") return { type: "integer" }
  const fields: Array<[string, unknown]> = Object.entries(value)
  const plain = Object.fromEntries(fields.map(([name, field]) => [name, plainJsonSchema(field)]))
  return nullable(plain) ?? plain
}

type Fields = Readonly<Record<string, unknown>>

/** The schema as one type with null, where it is a choice between one type and null. */
const nullable = ({ anyOf, ...rest }: Fields): Fields | undefined => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined
  const [schema = {}, other = {}]: ReadonlyArray<Fields> = anyOf
  const { enum: values, type } = schema
  if (typeof type !== "string" || other["type"] !== "null") return undefined
  return {
    ...schema,
    ...rest,
    type: [type, "null"],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}
