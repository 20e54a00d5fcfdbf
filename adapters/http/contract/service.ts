import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { described } from "./access.ts"

export const checkHealth = HttpApiEndpoint.get("checkHealth", "/salud")
  .addSuccess(Schema.Struct({ estado: Schema.Literal("ok") }))
  .annotateContext(described("anybody", "Dice si el servicio y su almacenamiento responden"))

/** The document in the version of OpenAPI that is asked for; 3.1 unless told. */
export const readOpenApi = HttpApiEndpoint.get("readOpenApi", "/openapi.json")
  .setUrlParams(Schema.Struct({ version: Schema.optional(Schema.Literal("3.1")) }))
  .addSuccess(Schema.Object.annotations({ jsonSchema: { type: "object" } }))
  .annotateContext(described("anybody", "Esta descripción, en OpenAPI 3.1"))

/** The service itself: no key is needed, and nothing is counted (decisions, section 5). */
export const service = HttpApiGroup.make("servicio")
  .add(checkHealth)
  .add(readOpenApi)
  .annotateContext(OpenApi.annotations({ title: "Servicio" }))
