import { type Fields, fieldsIn, fieldsOf, isFields } from "../Fields.ts"
import { openApiDocument } from "../openApi.ts"
import { successesIn } from "../openApiSchemas.ts"
import { schemaNamed } from "../plainJsonSchema.ts"

/** What the document says of an operation's properties, as JSON Schemas without references. */
export interface DocumentedOperation {
  /** An object of its parameters and the properties of its body. */
  readonly requested: Fields
  /** What it answers when all is well. */
  readonly answered: Fields
}

/** The operations of the document, by their ids. */
export const documentedOperations = (): ReadonlyMap<string, DocumentedOperation> => {
  const document = openApiDocument(null)
  const schemas = fieldsIn(fieldsIn(document, "components"), "schemas")
  const operations = Object.values(fieldsIn(document, "paths")).filter(isFields).flatMap(Object.values).filter(isFields)
  return new Map(operations.map((operation) => [String(operation["operationId"]), {
    requested: { properties: { ...parametersOf(operation), ...fieldsIn(bodyOf(operation["requestBody"], schemas), "properties") } },
    answered: answerOf(operation, schemas),
  }]))
}

const parametersOf = ({ parameters }: Fields): Fields =>
  Object.fromEntries((Array.isArray(parameters) ? parameters : []).filter(isFields).map((one) => [String(one["name"]), one]))

const answerOf = ({ responses }: Fields, schemas: Fields): Fields => {
  const [success] = successesIn(responses)
  return bodyOf(success?.[1], schemas)
}

const bodyOf = (body: unknown, schemas: Fields): Fields => {
  const { schema } = fieldsIn(fieldsIn(fieldsOf(body), "content"), "application/json")
  return fieldsOf(withoutReferences(schema, schemas))
}

/** Our schemas refer to each other in no circle. */
const withoutReferences = (value: unknown, schemas: Fields): unknown => {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, schemas))
  if (!isFields(value)) return value
  const { $ref: _, ...own } = value
  const named = schemaNamed(value)
  const inner = Object.entries(own).map(([name, part]) => [name, withoutReferences(part, schemas)])
  const referred = named === undefined ? {} : withoutReferences(schemas[named], schemas)
  return { ...fieldsOf(referred), ...Object.fromEntries(inner) }
}
