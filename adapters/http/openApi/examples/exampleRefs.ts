import { type Fields, fieldsIn, isFields } from "../Fields.ts"
import { schemaNamed } from "../plainJsonSchema.ts"
import type { MakeExample } from "./makeExamples.ts"

const refStart = "#/components/examples/"

/**
 * A media type with its example: `told` where there is one, else that of its schema, by reference where the schema has a
 * name, or the one that the schema declares.
 */
export const withExample = (media: Fields, told: unknown): Fields => {
  if (told !== undefined) return { ...media, examples: { ejemplo: { value: told } } }
  const schema = fieldsIn(media, "schema")
  const name = schemaNamed(schema)
  if (name !== undefined) return { ...media, examples: { ejemplo: { $ref: refStart + name } } }
  const { examples } = schema
  if (!Array.isArray(examples)) throw new Error("a body has a name, or declares an example")
  return { ...media, examples: { ejemplo: { value: examples[0] } } }
}

/** The examples that operations refer to, by the names of their schemas; `sent` are those of requests. */
export const exampleComponents = (paths: Fields, sent: ReadonlySet<string>, make: MakeExample): Fields => {
  const names = new Set<string>()
  collectRefs(paths, names)
  return Object.fromEntries([...names].toSorted().map((name) =>
    [name, { value: make(name, sent.has(name) ? "sent" : "answered") }]))
}

const collectRefs = (value: unknown, names: Set<string>): void => {
  if (Array.isArray(value)) return value.forEach((item) => collectRefs(item, names))
  if (!isFields(value)) return
  const { $ref } = value
  if (typeof $ref === "string" && $ref.startsWith(refStart)) names.add($ref.slice(refStart.length))
  for (const field of Object.values(value)) collectRefs(field, names)
}
