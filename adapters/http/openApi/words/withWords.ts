import { type Fields, isFields, mapFields } from "../Fields.ts"
import { propertyWords } from "./propertyWords.ts"
import type { PropertyWords, Words } from "./wordKinds.ts"

/** The schemas of a document, their properties described. */
export const withWords = (schemas: Fields): Fields =>
  mapFields(schemas, (schema, name) =>
    isFields(schema) ? described(schema, propertyWords[name] ?? {}, name.endsWith("Cambios")) : schema)

const described = (schema: Fields, words: Words, changes: boolean, within = ""): Fields => {
  const { properties } = schema
  if (!isFields(properties)) return schema
  return {
    ...schema,
    properties: mapFields(properties, (property, name) => {
      if (!isFields(property)) return property
      const path = within + name
      const inner = described(property, words, changes, `${path}.`)
      const own = words[path]
      return own === undefined ? inner : { ...inner, description: sentence(own, inner["description"], changes) }
    }),
  }
}

/** The description of a property: what it is, what its kind's schema says, and what leaving it out or null means. */
const sentence = ({ otherwise, words }: PropertyWords, kind: unknown, changes: boolean): string =>
  [words, kind, otherwise === null ? "" : `${changes ? "Con null" : "Por omisión"}, ${otherwise}.`]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" ")
