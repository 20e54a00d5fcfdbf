import { type Fields, fieldsIn, isFields, mapFields } from "./Fields.ts"
import { holdsData, holdsSchemasByName } from "./plainJsonSchema.ts"

/**
 * Says a document of OpenAPI 3.1 in OpenAPI 3.0.3: the same contract, without type arrays (contract, section
 * 1). What 3.0 has no words for is left out; examples and descriptions stay.
 */
export const openApi30 = (document: Fields): Fields => {
  const components = fieldsIn(document, "components")
  const info = fieldsIn(document, "info")
  const { identifier: _, ...license } = fieldsIn(info, "license")
  const { webhooks: __, ...rest } = document
  return {
    ...rest,
    openapi: "3.0.3",
    info: { ...info, license },
    paths: mapFields(fieldsIn(document, "paths"), partOf),
    components: {
      ...components,
      ...mapFields({ ...components, examples: {}, schemas: {} }, partOf),
      examples: components["examples"],
      schemas: mapFields(fieldsIn(components, "schemas"), schemaOf),
    },
  }
}

/** A part of the document that is no schema itself, with the schemas in it translated. */
const partOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(partOf)
  if (!isFields(value)) return value
  // A reference stands alone.
  if (typeof value["$ref"] === "string") return { $ref: value["$ref"] }
  return mapFields(value, (field, key) => {
    if (key === "schema") return schemaOf(field)
    if (key === "security" && Array.isArray(field)) return field.map(withoutScopes)
    return key === "example" || key === "examples" ? field : partOf(field)
  })
}

/** Only OAuth keys have scopes in 3.0; ours stand in the description and in `x-scope`. */
const withoutScopes = (requirement: unknown): unknown =>
  isFields(requirement) ? mapFields(requirement, () => []) : requirement

/** A schema of 3.1 as one of 3.0. */
export const schemaOf = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(schemaOf)
  if (!isFields(schema)) return schema
  const { $ref, ...beside } = schema
  if ($ref === undefined) return fields30(schema)
  return Object.keys(beside).length === 0 ? { $ref } : { allOf: [{ $ref }], ...fields30(beside) }
}

const fields30 = (schema: Fields): Fields => {
  const { type, ...rest } = schema
  const keywords = Object.entries(rest).map(([key, value]) => keyword(key, value, schema))
  const translated: Fields = Object.assign({}, ...keywords)
  if (type === "null") return { ...translated, ...onlyNull }
  if (!Array.isArray(type)) return type === undefined ? translated : { type, ...translated }
  const types = type.filter((one) => one !== "null")
  const [single, second] = types
  if (single === undefined) return { ...translated, ...onlyNull }
  if (second === undefined) return { type: single, nullable: true, ...translated }
  const choices: ReadonlyArray<unknown> = types.map((one) => ({ type: one }))
  return { ...translated, anyOf: type.length > types.length ? [...choices, onlyNull] : choices }
}

/** Nothing but null: 3.0 has no such type. */
const onlyNull = { type: "string", nullable: true, enum: [null] }

/** A keyword of 3.1 in 3.0; empty for one that 3.0 does not know. */
const keyword = (key: string, value: unknown, schema: Fields): Fields => {
  switch (key) {
    case "const":
      return { enum: [value] }
    case "examples":
      return Array.isArray(value) && schema["example"] === undefined ? { example: value[0] } : {}
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return typeof value === "number" ? exclusive(key, value, schema) : {}
    case "minimum":
    case "maximum":
      return isTighter(key, schema) ? {} : { [key]: value }
    case "prefixItems":
      return { items: { anyOf: schemaOf(value) } }
    case "items":
      return schema["prefixItems"] === undefined ? { items: schemaOf(value) } : {}
    case "patternProperties":
      return schema["additionalProperties"] === false && isFields(value)
        ? { additionalProperties: { anyOf: Object.values(value).map(schemaOf) } }
        : {}
    case "additionalProperties":
      return schema["patternProperties"] === undefined ? { additionalProperties: schemaOf(value) } : {}
    default:
      if (known30.has(key) || key.startsWith("x-")) return { [key]: held(key, value) }
      return {}
  }
}

const held = (key: string, value: unknown): unknown => {
  if (holdsData.has(key)) return value
  if (holdsSchemasByName.has(key) && isFields(value)) return mapFields(value, schemaOf)
  return holdsSchemas.has(key) ? schemaOf(value) : value
}

const holdsSchemas: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "not"])

/** Keywords of 3.0 that mean the same in both. */
const known30: ReadonlySet<string> = new Set([
  "title", "description", "format", "default", "enum", "example", "deprecated", "readOnly", "writeOnly",
  "externalDocs", "discriminator", "multipleOf", "maxLength", "minLength", "pattern", "maxItems", "minItems",
  "uniqueItems", "maxProperties", "minProperties", "required", "properties", ...holdsSchemas,
])

const boundOf = { exclusiveMinimum: "minimum", exclusiveMaximum: "maximum" } as const

/** A bound that is not reached itself: in 3.0 a mark beside the bound. The tighter of two bounds holds. */
const exclusive = (key: keyof typeof boundOf, value: number, schema: Fields): Fields => {
  const bound = boundOf[key]
  const inclusive = schema[bound]
  if (typeof inclusive === "number" && !isTighter(bound, schema)) return {}
  return { [bound]: value, [key]: true }
}

/** Whether the exclusive bound beside an inclusive one leaves no more than it does. */
const isTighter = (bound: "minimum" | "maximum", schema: Fields): boolean => {
  const inclusive = schema[bound]
  const exclusiveBound = schema[bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"]
  if (typeof inclusive !== "number" || typeof exclusiveBound !== "number") return false
  return bound === "minimum" ? exclusiveBound >= inclusive : exclusiveBound <= inclusive
}
