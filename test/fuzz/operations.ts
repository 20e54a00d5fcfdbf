import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { type Fields, fieldsIn, isFields, schemaNamed } from "../../adapters/http/openApi/plainJsonSchema.ts"
import { makeValidator, placeAt, step } from "../support/openApiValidator.ts"

/** A parameter of a query. */
export interface QueryParameter {
  readonly name: string
  readonly schema: Fields
  /** Of its schema in the document. */
  readonly pointer: string
}

/** An operation as openapi.json tells of it: all that the tests of this folder know of the interface. */
export interface Operation {
  /** Upper case. */
  readonly method: string
  /** As the document has it: /facturas/{id}/emitir. */
  readonly path: string
  /** Names of the parameters in the path. */
  readonly parameters: ReadonlyArray<string>
  /** What its path is about: /facturas for /facturas/{id}/emitir; undefined when the path names nothing. */
  readonly collection: string | undefined
  readonly query: ReadonlyArray<QueryParameter>
  /** Where the body's schema stands in the document; undefined when the operation takes none. */
  readonly body: { readonly pointer: string; readonly schema: Fields; readonly example: Fields } | undefined
  readonly needsKey: boolean
  readonly scope: string | undefined
  readonly answersList: boolean
  readonly answersFile: boolean
  /** Name of the schema of what it answers when all is well. */
  readonly answers: string | undefined
}

const document = openApiDocument(null)

/** Holds values against the schemas of the document. */
export const validator = makeValidator("3.1", document)

const fieldsAt = (pointer: string): Fields => {
  const { value } = placeAt(document, pointer)
  return isFields(value) ? value : {}
}

/** The schema itself where one is referred to. */
export const meant = (schema: unknown): Fields => {
  if (!isFields(schema)) return {}
  const name = schemaNamed(schema)
  return name === undefined ? schema : fieldsAt(`/components/schemas${step(name)}`)
}

/** The collection that the last parameter of a path belongs to. */
const collectionOf = (path: string): string | undefined => /^(.*)\/\{\w+\}[^{}]*$/.exec(path)?.[1]

const json = "application/json"

const operationAt = (path: string, method: string): Operation => {
  const pointer = `/paths${step(path)}/${method}`
  const { parameters, responses, security, "x-scope": scope } = fieldsAt(pointer)
  const query = (Array.isArray(parameters) ? parameters : []).flatMap((parameter: unknown, i) =>
    isFields(parameter) && parameter["in"] === "query"
      ? [{
        name: String(parameter["name"]),
        schema: fieldsIn(parameter, "schema"),
        pointer: `${pointer}/parameters/${i}/schema`,
      }]
      : [])
  const success = Object.keys(isFields(responses) ? responses : {}).find((status) => status.startsWith("2"))
  const content = fieldsAt(`${pointer}/responses/${success}/content`)
  const answered = fieldsIn(fieldsIn(content, json), "schema")
  const media = placeAt(document, `${pointer}/requestBody/content${step(json)}`)
  const body = placeAt(document, `${media.pointer}/schema`)
  const example = fieldsAt(`${media.pointer}/examples/ejemplo`)
  return {
    method: method.toUpperCase(),
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)),
    collection: collectionOf(path),
    query,
    body: isFields(body.value)
      ? { pointer: body.pointer, schema: body.value, example: fieldsIn(example, "value") }
      : undefined,
    needsKey: Array.isArray(security) && security.length > 0,
    scope: typeof scope === "string" ? scope : undefined,
    answersList: query.some(({ name }) => name === "desde") && method === "get",
    answersFile: Object.keys(content).some((type) => type !== json),
    answers: schemaNamed(answered),
  }
}

/** Every operation of the document. */
export const operations: ReadonlyArray<Operation> = Object.entries(fieldsIn(document, "paths"))
  .flatMap(([path, item]) =>
    Object.keys(isFields(item) ? item : {}).map((method) => operationAt(path, method)))

/** An operation by what it is called in reports: `POST /facturas/{id}/emitir`. */
export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** The collections that something can be in, by their paths. */
export const collections: ReadonlyArray<string> = [
  ...new Set(operations.flatMap(({ collection }) => (collection === undefined ? [] : [collection]))),
]

/** Where the cursors of a list are kept among the collections: by the list's path. */
export const cursorsOf = (path: string): string => `${path}?desde`

/** Everything that is kept of what exists: identifiers and cursors. */
export const kept: ReadonlyArray<string> = [
  ...collections,
  ...operations.filter(({ answersList }) => answersList).map(({ path }) => cursorsOf(path)),
]

/** The lists of a company that no path parameter is needed for. */
export const openLists: ReadonlyArray<Operation> = operations
  .filter(({ answersList, needsKey, parameters }) => answersList && needsKey && parameters.length === 0)

/** What a field like `factura_id` is called after: the schemas that collections are read as. */
const kinds: ReadonlyArray<readonly [kind: string, collection: string]> = operations
  .flatMap(({ answers, collection, method, path }) =>
    method === "GET" && answers !== undefined && collection !== undefined && path.endsWith("}")
      ? [[answers.toLowerCase(), collection] as const]
      : [])

/**
 * The collections whose ids a field or parameter holds, judged by its name: `factura_id`, or a list called
 * `facturas_…`; all of them for another `…_id`; none for other fields.
 */
export const collectionsOfField = (name: string): ReadonlyArray<string> => {
  const kind = kinds.filter(([kind]) => name === `${kind}_id`).map(([, collection]) => collection)
  if (kind.length > 0) return kind
  if (name.endsWith("_id")) return collections
  return collections.filter((collection) => name.startsWith(`${collection.slice(1)}_`))
}
