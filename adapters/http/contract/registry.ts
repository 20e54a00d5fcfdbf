import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { RecordResource } from "../../../core/registry/recordResource.ts"
import { described } from "./access.ts"
import { listOf, listParameters } from "./lists.ts"
import { id } from "./pathParameters.ts"

const page = listOf("RegistrosPagina", RecordResource)

export const listInvoiceRecords = HttpApiEndpoint.get("listInvoiceRecords")`/facturas/${id}/registro`
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(page)
  .annotateContext(described("registry:read", "Lista los registros de facturación de una factura"))

export const listRecords = HttpApiEndpoint.get("listRecords", "/registro")
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(page)
  .annotateContext(described("registry:read", "Lista todos los registros de facturación, la cadena entera"))

/** The chain of invoice records kept for the tax authority (decisions, section 5). */
export const registry = HttpApiGroup.make("registro")
  .add(listInvoiceRecords)
  .add(listRecords)
  .annotateContext(OpenApi.annotations({
    title: "Registro",
    description: "Los registros de facturación (VERI*FACTU), encadenados por su huella. Solo se leen: " +
      "los hacen la emisión y la anulación.",
  }))
