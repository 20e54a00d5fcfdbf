import { needed } from "../../../core/examples/samples.ts"
import type { EndpointTraits } from "../contract/EndpointTraits.ts"
import { answerExamples } from "./examples/answerExamples.ts"
import { withExample } from "./examples/exampleRefs.ts"
import { type Fields, fieldsIn, isFields, mapFields } from "./Fields.ts"
import { errorsOf } from "./openApiErrors.ts"
import { withFormats } from "./openApiFormats.ts"
import { headersOf } from "./openApiHeaders.ts"
import { type SchemaUse, successesIn } from "./openApiSchemas.ts"
import { schemaNamed } from "./plainJsonSchema.ts"

/** The parameters that operations refer to. */
export const parameterComponents = {
  idempotencia: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "Un valor distinto por operación, que se recuerda 24 horas: si se repite la misma petición"
      + " se devuelve la primera respuesta y nada se hace dos veces.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]*$" },
  },
}

/** Writes an operation: what the endpoint declares, and what holds for all of them alike. */
export const makeOperation = ({ schemas }: SchemaUse) => {
  const parameter = (declared: Fields): Fields => {
    const { description = opaque } = declared
    return declared["in"] === "path" ? { ...declared, description, example: needed["id"] } : declared
  }

  const body = (declared: unknown, { bodyExample }: EndpointTraits): Fields => {
    if (!isFields(declared)) return {}
    const media = fieldsIn(fieldsIn(declared, "content"), json)
    const shown = withExample(media, bodyExample)
    const schema = fieldsIn(media, "schema")
    const name = schemaNamed(schema)
    const { required } = name === undefined ? schema : fieldsIn(schemas, name)
    // No body counts as an empty one, so it is needed where a property is.
    return { requestBody: { content: { [json]: shown }, required: required !== undefined } }
  }

  const success = (response: Fields, status: string, { name, writes }: EndpointTraits): Fields => {
    const { content } = response
    const isFile = isFields(content) && content[json] === undefined
    return {
      description: successes[status] ?? "Hecho.",
      headers: headersOf(
        ...(status === "201" ? ["Location" as const] : []),
        ...(writes ? ["Idempotency-Replayed" as const] : []),
        ...(isFile ? ["Content-Disposition" as const] : []),
      ),
      ...(isFields(content)
        ? {
          content: mapFields(content, (media, type) =>
            type === json && isFields(media)
              ? withExample({ ...media, schema: withFormats(media["schema"]) }, answerExamples[name])
              : media),
        }
        : {}),
    }
  }

  return (traits: EndpointTraits, declared: Fields): Fields => {
    const { description, parameters, requestBody, responses, summary, tags } = declared
    const own = Array.isArray(parameters) ? parameters.filter(isFields).map(parameter) : []
    const answers = successesIn(responses)
      .map(([status, response]) => [status, success(response, status, traits)] as const)
    return {
      tags,
      operationId: traits.name,
      summary,
      description: [description, accessLine(traits)].filter((line) => line !== undefined).join("\n\n"),
      ...accessOf(traits),
      parameters: traits.writes ? [...own, { $ref: "#/components/parameters/idempotencia" }] : own,
      ...body(requestBody, traits),
      responses: Object.fromEntries([...answers, ...errorsOf(traits)]),
    }
  }
}

const json = "application/json"

const opaque = "Identificador opaco: se guarda y se envía tal como se recibió."

const successes: Readonly<Record<string, string>> = {
  200: "Correcto.",
  201: "Creado.",
  202: "Aceptado: se hará enseguida.",
  204: "Hecho; sin cuerpo.",
}

const accessLine = ({ access }: EndpointTraits): string => {
  if (access === "anybody") return "No necesita clave, y no consume la ventana de peticiones."
  return access === "any key" ? "Permiso: ninguno, sirve cualquier clave válida." : `Permiso: \`${access}\`.`
}

/** OpenAPI names scopes of a bearer key only since 3.1, so they are named beside it too. */
const accessOf = ({ access }: EndpointTraits): Fields => {
  if (access === "anybody") return { security: [] }
  if (access === "any key") return { security: [{ clave: [] }] }
  return { security: [{ clave: [access] }], "x-scope": access }
}
