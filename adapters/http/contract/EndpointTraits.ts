import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Context, Option } from "effect"
import { type Access, EndpointAccess, Remarks } from "./access.ts"

/** What the OpenAPI document needs to know of an endpoint beyond the operation that Effect writes. */
export interface EndpointTraits {
  readonly name: string
  readonly access: Access
  readonly writes: boolean
  /** Whether its path names a resource. */
  readonly named: boolean
  /** A body to show; undefined: one made from the schema. */
  readonly bodyExample: unknown
  /** What 503 means; undefined: it is not answered. */
  readonly unavailable: string | undefined
}

/** The traits of every endpoint, by the method and path of the document: `get /facturas/{id}`. */
export const endpointTraits = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
): ReadonlyMap<string, EndpointTraits> => {
  const traits = new Map<string, EndpointTraits>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { annotations, method, name, path }, successes }) => {
      const { bodyExample, unavailable } = Context.get(annotations, Remarks)
      const prints = [...successes.values()].some(({ ast }) => Option.exists(ast, isPdf))
      const documentPath = path.replaceAll(/:(\w+)/g, "{$1}")
      traits.set(`${method.toLowerCase()} ${documentPath}`, {
        name,
        access: Context.unsafeGet(annotations, EndpointAccess),
        writes: method !== "GET",
        named: documentPath !== path,
        bodyExample,
        unavailable: unavailable ?? (prints ? "La cola de impresión está llena." : undefined),
      })
    },
  })
  return traits
}

const isPdf = (ast: Parameters<typeof HttpApiSchema.getEncoding>[0]): boolean =>
  HttpApiSchema.getEncoding(ast).contentType === "application/pdf"
