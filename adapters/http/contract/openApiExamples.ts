import { byFormat, needed, usual } from "./openApiSamples.ts"
import { type Fields, fieldsIn, isFields, schemaNamed } from "./plainJsonSchema.ts"

/** Whose example it is: a body's, which leaves out what it may, or an answer's, which shows every field. */
export type Side = "sent" | "answered"

/**
 * Makes an example of a schema: the one that it declares, else by the names of its fields, else by its type.
 * The same schema gives the same example, always. `schemas` are those that may be referred to.
 */
export const makeExample = (schemas: Fields, side: Side) => {
  /** `within` are the names of the schemas around: one that holds itself has to end. */
  const exampleOf = (schema: Fields, name: string, within: ReadonlyArray<string>): unknown => {
    const ref = schemaNamed(schema)
    if (ref !== undefined) return exampleOf(fieldsIn(schemas, ref), name, [...within, ref])
    const [declared] = declaredExamples(schema)
    if (declared !== undefined) return declared
    const choices = schema["anyOf"] ?? schema["oneOf"]
    if (Array.isArray(choices)) return exampleOf(firstChoice(choices, within), name, within)
    const type = typeOf(schema)
    if (type === "object" || isFields(schema["properties"])) return objectOf(schema, within)
    if (type === "array") return listOf(schema, name, within)
    if (isNullable(schema)) return sampleFor(schema, name, false) ?? null
    return sampleFor(schema, name, true) ?? plainValue(schema, type)
  }

  const objectOf = (schema: Fields, within: ReadonlyArray<string>): Fields => {
    const required = new Set(listIn(schema, "required"))
    const properties = Object.entries(fieldsIn(schema, "properties")).flatMap(([name, property]) => {
      if (!isFields(property)) return []
      const isShown = side === "answered" || required.has(name) || isWorthSending(property, name)
      return isShown ? [[name, exampleOf(property, name, within)] as const] : []
    })
    return Object.fromEntries(properties)
  }

  const listOf = (schema: Fields, name: string, within: ReadonlyArray<string>): unknown => {
    const items = fieldsIn(schema, "items")
    if (mentions(items, within)) return []
    return sampleFor(schema, name, !isNullable(schema)) ?? [exampleOf(items, name, within)]
  }

  /** A known value, or a list of things that have values of their own. */
  const isWorthSending = (schema: Fields, name: string): boolean => {
    if (declaredExamples(schema).length > 0 || sampleFor(schema, name, false) !== undefined) return true
    const items = fieldsIn(schema, "items")
    return fieldsIn(schemas, schemaNamed(items) ?? "")["type"] === "object"
  }

  return (schema: Fields, name = ""): unknown => exampleOf(schema, name, [])
}

const listIn = (fields: Fields, name: string): ReadonlyArray<unknown> => {
  const value = fields[name]
  return Array.isArray(value) ? value : []
}

const mentions = (schema: Fields, names: ReadonlyArray<string>): boolean =>
  names.includes(schemaNamed(schema) ?? "")

const firstChoice = (choices: ReadonlyArray<unknown>, within: ReadonlyArray<string>): Fields => {
  const isNull = (choice: Fields): boolean => choice["type"] === "null"
  const open = choices.filter(isFields).filter((choice) => !mentions(choice, within))
  return open.find((choice) => !isNull(choice)) ?? open[0] ?? {}
}

const declaredExamples = (schema: Fields): ReadonlyArray<unknown> => {
  const { const: fixed, default: usually, example } = schema
  return [...listIn(schema, "examples"), example, fixed, usually].filter((value) => value !== undefined)
}

const isNullable = ({ type }: Fields): boolean =>
  type === "null" || (Array.isArray(type) && type.includes("null"))

const typeOf = ({ type }: Fields): unknown =>
  Array.isArray(type) ? type.find((one) => one !== "null") : type

/** The value by which the contract's name is known, if it fits. */
const sampleFor = (schema: Fields, name: string, isNeeded: boolean): unknown => {
  const known = name.endsWith("_id") ? needed["id"] : needed[name]
  const sample = usual[name] ?? (isNeeded ? known : undefined)
  return sample !== undefined && fits(schema, sample) ? sample : undefined
}

/** Whether a sample is what its schema asks for, so far as samples need to be held against it. */
const fits = (schema: Fields, value: unknown): boolean => {
  const { enum: values, format, items, maxItems, maxLength, maximum, minimum, pattern } = schema
  if (Array.isArray(values)) return values.includes(value)
  const type = typeOf(schema)
  if (typeof value === "string") {
    return type === "string"
      && (typeof maxLength !== "number" || value.length <= maxLength)
      && (typeof pattern !== "string" || new RegExp(pattern, "u").test(value))
      && (typeof format !== "string" || formOf(format).test(value))
  }
  if (typeof value === "boolean") return type === "boolean"
  if (typeof value === "number") {
    return (type === "number" || (type === "integer" && Number.isInteger(value)))
      && (typeof minimum !== "number" || value >= minimum)
      && (typeof maximum !== "number" || value <= maximum)
  }
  return type === "array" && Array.isArray(value) && isFields(items)
    && (typeof maxItems !== "number" || value.length <= maxItems)
    && value.every((item) => fits(items, item))
}

/** How texts of a format begin, which is enough to tell one sample's format from another's. */
const formOf = (format: string): RegExp => {
  switch (format) {
    case "date": return /^\d{4}-\d\d-\d\d$/
    case "date-time": return /^\d{4}-\d\d-\d\dT/
    case "email": return /@/
    default: return /^\w+:/
  }
}

/** A value of the type, whatever it means. */
const plainValue = (schema: Fields, type: unknown): unknown => {
  const { enum: values, exclusiveMinimum, format, maxLength, minLength, minimum } = schema
  if (Array.isArray(values)) return values[0]
  switch (type) {
    case "boolean": return false
    case "integer":
    case "number":
      if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1
      return typeof minimum === "number" ? Math.max(0, minimum) : 0
    case "string": {
      if (typeof format === "string" && byFormat[format] !== undefined) return byFormat[format]
      const text = "texto".padEnd(typeof minLength === "number" ? minLength : 0, "o")
      return typeof maxLength === "number" ? text.slice(0, maxLength) : text
    }
    case "null": return null
    default: return {}
  }
}
