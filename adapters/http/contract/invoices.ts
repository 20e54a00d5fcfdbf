import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { InvoiceInput } from "../../../core/invoices/invoiceInput.ts"
import { InvoiceResource, InvoiceSummary } from "../../../core/invoices/invoiceResource.ts"
import { InvoiceStatus } from "../../../core/invoices/status.ts"
import { described } from "./access.ts"
import { answering } from "./answering.ts"
import { listOf, listParameters } from "./lists.ts"
import { id } from "./pathParameters.ts"

export const createInvoice = HttpApiEndpoint.post("createInvoice", "/facturas")
  .setPayload(InvoiceInput)
  .addSuccess(answering(201, InvoiceResource))
  .annotateContext(described("invoices:write", "Crea un borrador de factura"))

export const listInvoices = HttpApiEndpoint.get("listInvoices", "/facturas")
  .setUrlParams(Schema.Struct({ ...listParameters, estado: Schema.optional(InvoiceStatus) }))
  .addSuccess(listOf("FacturasPagina", InvoiceSummary))
  .annotateContext(described("invoices:read", "Lista las facturas, sin sus líneas"))

export const readInvoice = HttpApiEndpoint.get("readInvoice")`/facturas/${id}`
  .addSuccess(InvoiceResource)
  .annotateContext(described("invoices:read", "Lee una factura"))

/** 201 the first time, 200 when the invoice had been issued before (contract, section 3.1). */
export const issueInvoice = HttpApiEndpoint.post("issueInvoice")`/facturas/${id}/emitir`
  .addSuccess(answering(201, InvoiceResource))
  .addSuccess(InvoiceResource)
  .annotateContext(described("invoices:write", "Emite una factura: toma su número y la registra"))

export const printInvoice = HttpApiEndpoint.get("printInvoice")`/facturas/${id}/pdf`
  .addSuccess(HttpApiSchema.Uint8Array({ contentType: "application/pdf" }))
  .annotateContext(described("invoices:read", "Descarga el PDF de una factura"))

/** Invoices, quotes, delivery notes and proformas (contract, section 2.5). */
export const invoices = HttpApiGroup.make("facturas")
  .add(createInvoice)
  .add(listInvoices)
  .add(readInvoice)
  .add(issueInvoice)
  .add(printInvoice)
  .annotateContext(OpenApi.annotations({ title: "Facturas" }))
