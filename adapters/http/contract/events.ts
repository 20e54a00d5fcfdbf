import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { EventResource } from "../../../core/examples/eventResource.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"

export const listEvents = HttpApiEndpoint.get("listEvents", "/eventos")
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(listOf("EventosPagina", EventResource))
  .annotateContext(described("any key", "Lista los sucesos a los que uno puede suscribirse"))

/** What webhooks tell of (contract, section 6.1). */
export const events = HttpApiGroup.make("eventos")
  .add(listEvents)
  .annotateContext(OpenApi.annotations({
    title: "Eventos",
    description: "El catálogo de lo que cuentan los webhooks, cada suceso con un ejemplo de su cuerpo.",
  }))
