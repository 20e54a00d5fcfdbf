import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { api, basePath } from "../contract/api.ts"
import { type EndpointTraits, endpointTraits } from "../contract/EndpointTraits.ts"
import { exampleComponents } from "./examples/exampleRefs.ts"
import { makeExamples } from "./examples/makeExamples.ts"
import { type Fields, fieldsOf, isFields, mapFields } from "./Fields.ts"
import { openApi30 } from "./openApi30.ts"
import { errorResponses, errorSchemas } from "./openApiErrors.ts"
import { headerComponents } from "./openApiHeaders.ts"
import { notices } from "./openApiNotices.ts"
import { makeOperation, parameterComponents } from "./openApiOperation.ts"
import { usedSchemas } from "./openApiSchemas.ts"
import { plainJsonSchema } from "./plainJsonSchema.ts"
import { withWords } from "./words/withWords.ts"

/** The versions of OpenAPI that the document is written in. */
export type OpenApiVersion = "3.1" | "3.0"

/**
 * The contract as an OpenAPI document. `publicUrl` is what stands before /api/v1, or its path alone; without a host it
 * is the one that the document came from. Made once; the same value is given again, to be read only.
 */
export const openApiDocument = (publicUrl: string | null, version: OpenApiVersion = "3.1"): Fields => {
  const { info, openapi, ...rest } = version === "3.1" ? ours31() : ours30()
  return { openapi, info, servers: [{ url: `${publicUrl ?? ""}${basePath}` }], ...rest }
}

const once = <A>(make: () => A): () => A => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

const ours31 = once((): Fields => ({ ...openApi31(api), webhooks: notices }))
const ours30 = once((): Fields => openApi30(ours31()))

/**
 * Any contract as a document of OpenAPI 3.1, but for its servers: what the endpoints declare, and what holds
 * for all of them alike (scopes, errors, headers, idempotency, examples).
 */
export const openApi31 = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  contract: HttpApi.HttpApi<Id, Groups, E, R>,
): Fields => {
  const { components, info, openapi, paths: declaredPaths, tags = [] } = OpenApi.fromApi(contract)
  const declared: Fields = components.schemas
  const plain = plainJsonSchema(declared)
  const plainPaths = fieldsOf(plain(declaredPaths))
  const use = usedSchemas(mapFields(declared, plain), plainPaths)
  const paths = pathsOf(plainPaths, endpointTraits(contract), makeOperation(use))
  return {
    openapi,
    info: { ...info, description: [info.description ?? "", guide].join("\n\n").trim(), ...publisher },
    tags: tags.map((tag) => ({ description: summariesOf(paths, tag.name), ...tag })),
    paths,
    components: {
      securitySchemes: { clave: { type: "http", scheme: "bearer", description: keyDescription } },
      parameters: parameterComponents,
      headers: headerComponents,
      responses: errorResponses,
      examples: exampleComponents(paths, use.sent, makeExamples(contract)),
      schemas: { ...withWords(use.schemas), ...errorSchemas },
    },
  }
}

/** The text that begins the document: what holds for every operation. */
const guide = `Los cuerpos se envían con la cabecera \`Content-Type: application/json\`; sin ella no se leen. Tienen 1 MiB y
10.000 valores como máximo.
Al crear, null es lo mismo que omitir la propiedad, donde su esquema lo admite; al cambiar, lo omitido queda como está.

Los importes tienen dos decimales y están en la divisa de su documento. Los días son los del calendario de la organización; una
fecha con hora cuenta como su día.

Toda respuesta lleva las cabeceras \`RateLimit-*\`. Toda la que no es 2xx lleva un \`error\`, cuyo \`codigo\` es lo
que miran los programas; también las que contestan a lo que no llega a ser una petición (400, 408, 413, 417, 431).

Las listas se recorren siguiendo \`siguiente\` tal como se recibe, hasta que es null.`

const publisher = {
  contact: { name: "Talonario" },
  // SPDX's form for a licence of one's own: swagger-parser refuses one in 3.1 with neither address nor identifier.
  license: { name: "Todos los derechos reservados", identifier: "LicenseRef-Talonario" },
}

const keyDescription = "Clave `svc_live_…` (real) o `svc_test_…` (prueba). Se guarda en el servidor de"
  + " quien llama, nunca en código de navegador."

const pathsOf = (
  declared: Fields,
  traits: ReadonlyMap<string, EndpointTraits>,
  operationOf: ReturnType<typeof makeOperation>,
): Fields =>
  mapFields(declared, (item, path) =>
    mapFields(fieldsOf(item), (operation, method) => {
      const endpoint = traits.get(`${method} ${path}`)
      if (endpoint === undefined) throw new Error(`not declared: ${method} ${path}`)
      return operationOf(endpoint, fieldsOf(operation))
    }))

/** The description of a group that has none of its own: what its operations do. */
const summariesOf = (paths: Fields, tag: string): string =>
  Object.values(paths).flatMap((item) => Object.values(fieldsOf(item)))
    .filter(isFields)
    .filter(({ tags }) => Array.isArray(tags) && tags.includes(tag))
    .map(({ summary }) => `${String(summary)}.`)
    .join(" ")
