import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context } from "effect"
import { EndpointAccess } from "./access.ts"
import { api, basePath } from "./api.ts"
import {
  commonComponents,
  commonParameters,
  type EndpointTraits,
  errorSchema,
  withCommonResponses,
} from "./openApiCommon.ts"
import { plainJsonSchema } from "./plainJsonSchema.ts"

/**
 * The contract as an OpenAPI 3.1 document: what the endpoints declare, and what holds for all of them alike
 * (scopes, errors, rate limit headers, idempotency). `publicUrl` is what stands before /api/v1; null: the
 * host that the document came from.
 */
export const openApiDocument = (publicUrl: string | null): unknown => {
  const { components, info, openapi, paths, tags } = OpenApi.fromApi(api)
  // The declaration's own error is never answered: decoding is ours.
  const { HttpApiDecodeError: _, Int: __, Issue: ___, PropertyKey: ____, ...schemas } = components.schemas
  const traits = endpointTraits()
  return plainJsonSchema({
    openapi,
    info,
    servers: [{ url: `${publicUrl ?? ""}${basePath}` }],
    tags,
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => {
        const endpoint = traits.get(`${method} ${path}`)
        if (endpoint === undefined) throw new Error(`not declared: ${method} ${path}`)
        return [method, operationOf(endpoint, operation)]
      })),
    ])),
    components: { ...commonComponents, schemas: { ...schemas, Error: errorSchema } },
  })
}

/** What the declarations say, by the method and path of the document. */
const endpointTraits = (): ReadonlyMap<string, EndpointTraits> => {
  const traits = new Map<string, EndpointTraits>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { annotations, method, name, path } }) => {
      const access = Context.unsafeGet(annotations, EndpointAccess)
      const documentPath = path.replaceAll(/:(\w+)/g, "{$1}")
      traits.set(`${method.toLowerCase()} ${documentPath}`, {
        name,
        access,
        writes: method !== "GET",
        named: documentPath !== path,
      })
    },
  })
  return traits
}

const operationOf = (endpoint: EndpointTraits, operation: OpenApi.OpenAPISpecOperation): object => {
  const { access, name } = endpoint
  return {
    ...operation,
    operationId: name,
    security: access === "anybody" ? [] : [{ clave: access === "any key" ? [] : [access] }],
    parameters: [...operation.parameters, ...commonParameters(endpoint)],
    responses: withCommonResponses(endpoint, operation.responses),
  }
}
