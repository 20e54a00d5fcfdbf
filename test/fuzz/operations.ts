import { type Fields, fieldsIn, fieldsOf, isFields } from "../../adapters/http/openApi/Fields.ts"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { schemaNamed } from "../../adapters/http/openApi/plainJsonSchema.ts"
import { makeValidator, placeAt, step } from "../support/openApiValidator.ts"

/** A query parameter. */
export interface QueryParameter {
  readonly name: string
  readonly schema: Fields
  /** To its schema in the document. */
  readonly pointer: string
}

/** An operation of openapi.json, which is all that this folder's tests know of the interface. */
export interface Operation {
  /** Upper case. */
  readonly method: string
  /** As in the document: /facturas/{id}/emitir. */
  readonly path: string
  /** Names of the parameters in the path. */
  readonly parameters: ReadonlyArray<string>
  /** The path of the list that its last parameter belongs to: /facturas for /facturas/{id}/emitir. */
  readonly collection: string | undefined
  readonly query: ReadonlyArray<QueryParameter>
  /** The body, if it takes one; `pointer` leads to its schema in the document. */
  readonly body: { readonly pointer: string; readonly schema: Fields; readonly example: Fields } | undefined
  readonly needsKey: boolean
  readonly scope: string | undefined
  readonly answersList: boolean
  readonly answersFile: boolean
  /** Name of the schema of its successful answer. */
  readonly answers: string | undefined
}

const document = openApiDocument(null)

/** Holds values against the schemas of the document. */
export const validator = makeValidator("3.1", document)

const fieldsAt = (pointer: string): Fields => {
  const { value } = placeAt(document, pointer)
  return fieldsOf(value)
}

/** The schema, with its reference resolved. */
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
  const success = Object.keys(fieldsOf(responses)).find((status) => status.startsWith("2"))
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
    Object.keys(fieldsOf(item)).map((method) => operationAt(path, method)))

/** An operation's name in reports: `POST /facturas/{id}/emitir`. */
export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** The paths of all collections. */
export const collections: ReadonlyArray<string> = [
  ...new Set(operations.flatMap(({ collection }) => (collection === undefined ? [] : [collection]))),
]

/** The name under which the pool keeps the cursors of the list at this path. */
export const cursorsOf = (path: string): string => `${path}?desde`

/** All that the pool keeps: the identifiers of each collection and the cursors of each list. */
export const kept: ReadonlyArray<string> = [
  ...collections,
  ...operations.filter(({ answersList }) => answersList).map(({ path }) => cursorsOf(path)),
]

/** The lists of a company whose path has no parameters. */
export const openLists: ReadonlyArray<Operation> = operations
  .filter(({ answersList, needsKey, parameters }) => answersList && needsKey && parameters.length === 0)

/** The schema that each collection is read as, after which a field like `factura_id` is named. */
const kinds: ReadonlyArray<readonly [kind: string, collection: string]> = operations
  .flatMap(({ answers, collection, method, path }) =>
    method === "GET" && answers !== undefined && collection !== undefined && path.endsWith("}")
      ? [[answers.toLowerCase(), collection] as const]
      : [])

/**
 * The collections whose ids a field or parameter holds, judging by its name: `factura_id`, or a list named
 * `facturas_…`. Any other `…_id` may hold ids of all collections; other fields hold none.
 */
export const collectionsOfField = (name: string): ReadonlyArray<string> => {
  const kind = kinds.filter(([kind]) => name === `${kind}_id`).map(([, collection]) => collection)
  if (kind.length > 0) return kind
  if (name.endsWith("_id")) return collections
  return collections.filter((collection) => name.startsWith(`${collection.slice(1)}_`))
}
