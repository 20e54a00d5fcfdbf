import * as fc from "fast-check"
import { type Fields, fieldsIn, fieldsOf } from "../../adapters/http/openApi/Fields.ts"
import { entriesOf, firstItem, objectText } from "./jsonValues.ts"
import { collectionsOfField, meant, type Operation } from "./operations.ts"

/** The path with these values for its parameters. */
export const pathWith = ({ path }: Operation, values: ReadonlyArray<string>): string => {
  let next = 0
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values[next++] ?? "inexistente"))
}

/** Bodies of an operation: its required properties, its example, and the example with each value of the first enum. */
export const variants = ({ body }: Operation): ReadonlyArray<Fields> => {
  if (body === undefined) return []
  const { example } = body
  const { properties, required } = meant(body.schema)
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  const minimal = Object.fromEntries(Object.entries(example).filter(([name]) => needed.includes(name)))
  for (const [name, property] of Object.entries(fieldsOf(properties))) {
    const { enum: values } = meant(property)
    if (!Array.isArray(values)) continue
    const choices: ReadonlyArray<unknown> = values.filter((value) => value !== null)
    return [minimal, example, ...choices.map((value) => ({ ...example, [name]: value }))]
  }
  return [minimal, example]
}

/** Some bodies that the document allows, as JSON texts; always the same ones. */
export const samples = ({ body }: Operation): ReadonlyArray<string> => {
  if (body === undefined) return []
  const bodies = entriesOf(meant(body.schema), { samples: body.example, hostility: 0 }).map(objectText)
  return fc.sample(bodies, { numRuns: 4, seed: 1 })
}

/** A place in a body that takes an identifier. */
export interface IdField {
  /** As refusals name it: `contacto_id`, `lineas[0].producto_id`. */
  readonly campo: string
  readonly collections: ReadonlyArray<string>
  /** The body with this identifier there. */
  readonly set: (body: Fields, id: string) => Fields
}

/** Where an operation's body takes identifiers: in a property, a list of them, or the objects of a list. */
export const idFieldsOf = ({ body }: Operation): ReadonlyArray<IdField> =>
  body === undefined ? [] : idFields(meant(body.schema))

const idFields = (schema: Fields): ReadonlyArray<IdField> =>
  Object.entries(fieldsIn(schema, "properties")).flatMap(([name, property]): ReadonlyArray<IdField> => {
    const { items, type } = meant(property)
    const isList = items !== undefined
    const collections = collectionsOfField(name)
    if (collections.length > 0 && (isList || [type].flat().includes("string"))) {
      const campo = isList ? `${name}[0]` : name
      return [{ campo, collections, set: (body, id) => ({ ...body, [name]: isList ? [id] : id }) }]
    }
    if (!isList) return []
    return idFields(meant(items)).map(({ campo, collections, set }) => ({
      campo: `${name}[0].${campo}`,
      collections,
      set: (body, id) => ({ ...body, [name]: [set(firstItem(body[name]), id)] }),
    }))
  })
