import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Schema } from "effect"
import { DeclarationResource } from "../../../core/declaration/declaration.ts"
import { described } from "./access.ts"

export const checkHealth = HttpApiEndpoint.get("checkHealth", "/salud")
  .addSuccess(Schema.Struct({ estado: Schema.Literal("ok") }).annotations({ identifier: "Salud" }))
  .annotateContext(described("anybody", "Dice si el servicio y su almacenamiento responden", {
    unavailable: "El almacenamiento no responde.",
  }))

/** It must be quick to reach inside the system (Orden HAC/1177/2024 art. 15.3). */
export const readDeclaration = HttpApiEndpoint.get("readDeclaration", "/declaracion")
  .addSuccess(DeclarationResource)
  .annotateContext(described("anybody", "Lee la declaración responsable de este sistema de facturación", {
    description: "La del artículo 15 de la Orden HAC/1177/2024, por apartados y como un solo texto.",
  }))

/** The document in the version of OpenAPI that is asked for; 3.1 by default. */
export const readOpenApi = HttpApiEndpoint.get("readOpenApi", "/openapi.json")
  .setUrlParams(Schema.Struct({
    version: Schema.optional(Schema.Literal("3.1", "3.0").annotations({ description: "De OpenAPI; 3.1 por omisión." })),
  }))
  .addSuccess(Schema.Object.annotations({
    jsonSchema: {
      type: "object",
      required: ["openapi", "info", "paths"],
      properties: { openapi: { type: "string" }, info: { type: "object" }, paths: { type: "object" } },
      examples: [{ openapi: "3.1.0", info: { title: "Talonario", version: "1.0.0" }, paths: {} }],
    },
  }))
  .annotateContext(described("anybody", "Esta descripción, en OpenAPI 3.1 o 3.0", {
    description: "En 3.0 es el mismo contrato traducido, sin tipos en forma de lista.",
  }))

/** A page is for people: it is no part of the contract that programs read. */
const forPeople = Context.merge(OpenApi.annotations({ exclude: true }))

/** The description as a page, in which calls can be tried. */
export const readDocs = HttpApiEndpoint.get("readDocs", "/docs")
  .addSuccess(HttpApiSchema.Text({ contentType: "text/html" }))
  .annotateContext(forPeople(described("anybody", "Página para leer y probar la interfaz")))

const fileName = HttpApiSchema.param("fichero", Schema.String)

/** What the page is made of. */
export const readDocsFile = HttpApiEndpoint.get("readDocsFile")`/docs/${fileName}`
  .addSuccess(HttpApiSchema.Uint8Array())
  .annotateContext(forPeople(described("anybody", "Un fichero de la página")))

/** The service itself: no key is needed, and nothing is counted (decisions, section 5). */
export const service = HttpApiGroup.make("servicio")
  .add(checkHealth)
  .add(readDeclaration)
  .add(readOpenApi)
  .add(readDocs)
  .add(readDocsFile)
  .annotateContext(OpenApi.annotations({
    title: "Servicio",
    description: "El servicio mismo: si responde, su declaración responsable y su descripción. No necesita clave ni consume la ventana.",
  }))
