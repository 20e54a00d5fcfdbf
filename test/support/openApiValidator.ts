import { Ajv, type Options } from "ajv"
import addFormats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"
import { type Fields, fieldsIn, isFields, mapFields } from "../../adapters/http/openApi/Fields.ts"
import { type OpenApiVersion, openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { holdsData } from "../../adapters/http/openApi/plainJsonSchema.ts"

/** Whether a value is valid; `problems` tells what is wrong with it. */
export interface Verdict {
  readonly valid: boolean
  readonly problems: string
}

/** One step of a JSON pointer. */
export const step = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`

/**
 * Checks values against the schemas of a document, with ajv; `pointer` says where in the document the schema is. The text of a
 * header is read as the type that its schema asks for. Answers may have nothing that their schema does not name.
 */
export const makeValidator = (version: OpenApiVersion, document: Fields = openApiDocument(null, version)) => {
  const options = { strict: false, allErrors: true }
  const bodies = version === "3.1" ? new Ajv2020(options) : ajvOf30(options)
  const headers = new Ajv2020({ ...options, coerceTypes: true })
  for (const ajv of [bodies, headers]) {
    addFormats.default(ajv)
    ajv.addSchema(closed(document), "openapi")
  }
  const judge = (ajv: Ajv | Ajv2020, pointer: string, value: unknown): Verdict => {
    const check = ajv.getSchema(`openapi#${encodeURI(pointer)}`)
    if (check === undefined) throw new Error(`no schema at ${pointer}`)
    const valid = check(value) === true
    return { valid, problems: valid ? "" : ajv.errorsText(check.errors) }
  }
  return {
    body: (pointer: string, value: unknown): Verdict => judge(bodies, pointer, value),
    header: (pointer: string, value: string): Verdict => judge(headers, pointer, value),
  }
}

/** Clients let the service answer more than the document names; our tests do not. */
const closed = (document: Fields): Fields => {
  const components = fieldsIn(document, "components")
  return { ...document, components: { ...components, schemas: mapFields(fieldsIn(components, "schemas"), close) } }
}

/** Closes a schema and those within it, but for parts of a whole (`allOf`), which do not name all that it has. */
const close = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(close)
  if (!isFields(schema)) return schema
  const within = mapFields(schema, (value, key) => holdsData.has(key) || key === "allOf" ? value : close(value))
  return isFields(schema["properties"]) ? { additionalProperties: false, ...within } : within
}

/** In 3.0 a boolean next to a bound makes it exclusive, which ajv no longer supports. */
const ajvOf30 = (options: Options): Ajv => {
  const ajv = new Ajv({ ...options, meta: false, validateSchema: false })
  const bound = (keyword: string, beside: string, isBeyond: (value: number, limit: number) => boolean) => {
    ajv.removeKeyword(keyword)
    ajv.addKeyword({
      keyword,
      type: "number",
      schemaType: "boolean",
      compile: (marked: boolean, parent: Record<string, unknown>) => (value: number) =>
        !marked || isBeyond(value, Number(parent[beside])),
    })
  }
  bound("exclusiveMinimum", "minimum", (value, limit) => value > limit)
  bound("exclusiveMaximum", "maximum", (value, limit) => value < limit)
  return ajv
}

/** A place in a document, and the value there, undefined when there is none. */
export interface Place {
  readonly pointer: string
  readonly value: unknown
}

/** The place at a JSON pointer, references followed. */
export const placeAt = (document: object, pointer: string): Place => {
  let at = ""
  let value: unknown = document
  for (const segment of pointer.split("/").slice(1)) {
    const name = segment.replaceAll("~1", "/").replaceAll("~0", "~")
    value = isFields(value) ? value[name] : undefined
    at += step(name)
    while (isFields(value) && typeof value["$ref"] === "string") {
      at = value["$ref"].slice(1)
      value = placeAt(document, at).value
    }
  }
  return { pointer: at, value }
}
