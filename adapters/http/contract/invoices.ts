import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AnnulmentInput } from "../../../core/corrections/annulInvoice.ts"
import { RectificationInput } from "../../../core/corrections/rectifyInvoice.ts"
import { InvoiceInput } from "../../../core/drafts/invoiceInput.ts"
import { InvoicePatch } from "../../../core/drafts/invoicePatch.ts"
import { invoiceFilters } from "../../../core/invoices/invoiceFilters.ts"
import { InvoiceResource, InvoiceSummary } from "../../../core/invoices/invoiceResource.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { QuoteAnswerInput } from "../../../core/quotes/answerQuote.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

const page = listOf("FacturasPagina", InvoiceSummary)

export const createInvoice = HttpApiEndpoint.post("createInvoice", "/facturas")
  .setPayload(InvoiceInput)
  .addSuccess(withStatus(201, InvoiceResource))
  .annotateContext(described("invoices:write", "Crea un borrador de factura", {
    description: "Calcula los totales. Lo que se omite se toma del contacto, y si no de la organización; lo de una línea, antes " +
      "de su producto: cada propiedad dice de dónde.",
    bodyExample: {
      plazos: "30",
      etiquetas: ["ejemplo"],
      lineas: [{ descripcion: "Consultoría", cantidad: 10, precio: 60, tipo_iva: 21, clase: "service", unidad: "h" }],
    },
  }))

export const listInvoices = HttpApiEndpoint.get("listInvoices", "/facturas")
  .setUrlParams(Schema.Struct({ ...listParameters, ...invoiceFilters }))
  .addSuccess(page)
  .annotateContext(described("invoices:read", "Lista las facturas y demás documentos, sin sus líneas"))

export const readInvoice = HttpApiEndpoint.get("readInvoice")`/facturas/${id}`
  .addSuccess(InvoiceResource)
  .annotateContext(described("invoices:read", "Lee una factura"))

export const updateInvoice = HttpApiEndpoint.patch("updateInvoice")`/facturas/${id}`
  .setPayload(InvoicePatch)
  .addSuccess(InvoiceResource)
  .annotateContext(described("invoices:write", "Cambia un borrador", {
    description: "Lo omitido se conserva; null devuelve una propiedad a su valor por omisión, que en el borrador de una " +
      "rectificativa es, en lo que toma de la factura original, el de esta. `lineas` sustituye a todas las líneas, y sus " +
      "precios son sin impuestos salvo que el mismo cuerpo diga `precios_con_iva`; esta, sin `lineas`, vuelve a leer los " +
      "precios tal como se enviaron. " +
      "De un documento emitido o anulado solo cambian `etiquetas` y `notas_internas`.",
    bodyExample: { etiquetas: ["ejemplo"], notas: "Gracias por su confianza" },
  }))

export const deleteInvoice = HttpApiEndpoint.del("deleteInvoice")`/facturas/${id}`
  .annotateContext(described("invoices:write", "Borra un borrador"))

/** 201 the first time, 200 when the invoice had been issued before (contract, section 3.1). */
export const issueInvoice = HttpApiEndpoint.post("issueInvoice")`/facturas/${id}/emitir`
  .addSuccess(withStatus(201, InvoiceResource))
  .addSuccess(InvoiceResource)
  .annotateContext(described("invoices:write", "Emite una factura: toma su número y la registra", {
    description: "Sin registro con una clave de prueba. Repetida, responde 200, con la misma factura y el mismo número.",
  }))

export const annulInvoice = HttpApiEndpoint.post("annulInvoice")`/facturas/${id}/anular`
  .setPayload(AnnulmentInput)
  .addSuccess(InvoiceResource)
  .annotateContext(described("invoices:write", "Anula una factura emitida que nunca debió existir", {
    bodyExample: { motivo: "Se emitió dos veces" },
  }))

export const rectifyInvoice = HttpApiEndpoint.post("rectifyInvoice")`/facturas/${id}/rectificar`
  .setPayload(RectificationInput)
  .addSuccess(withStatus(201, InvoiceResource))
  .annotateContext(described("invoices:write", "Crea el borrador de una factura rectificativa", {
    description: "Con solo `motivo` devuelve la factura entera, con sus suplidos. Por diferencias (`metodo` por omisión) las " +
      "`lineas` son lo que cambia, con su signo: lo que se devuelve va en negativo. Por sustitución son obligatorias, y son el " +
      "contenido corregido, entero. Va en la serie R salvo que se indique otra en `serie`, que no puede ser la de facturas ordinarias. " +
      "La divisa es la de la factura original; el tipo de cambio, por diferencias, también.",
    bodyExample: { motivo: "Devolución de todo lo facturado" },
  }))

export const listRectifications = HttpApiEndpoint.get("listRectifications")`/facturas/${id}/rectificaciones`
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(page)
  .annotateContext(described("invoices:read", "Lista las rectificativas de una factura, sin sus líneas"))

const answerKept = "La respuesta y su `motivo` quedan en el registro de actividad y en el suceso."

export const acceptQuote = HttpApiEndpoint.post("acceptQuote")`/facturas/${id}/aceptar`
  .setPayload(QuoteAnswerInput)
  .addSuccess(InvoiceResource)
  .annotateContext(described("invoices:write", "Anota que el cliente acepta un presupuesto", {
    description: answerKept,
    bodyExample: { motivo: "Conforme por correo" },
  }))

export const rejectQuote = HttpApiEndpoint.post("rejectQuote")`/facturas/${id}/rechazar`
  .setPayload(QuoteAnswerInput)
  .addSuccess(InvoiceResource)
  .annotateContext(described("invoices:write", "Anota que el cliente rechaza un presupuesto", {
    description: answerKept,
    bodyExample: { motivo: "Es caro" },
  }))

export const convertDocument = HttpApiEndpoint.post("convertDocument")`/facturas/${id}/convertir`
  .addSuccess(withStatus(201, InvoiceResource))
  .annotateContext(described("invoices:write", "Convierte un presupuesto, albarán o proforma en factura"))

export const printInvoice = HttpApiEndpoint.get("printInvoice")`/facturas/${id}/pdf`
  .addSuccess(HttpApiSchema.Uint8Array({ contentType: "application/pdf" }))
  .annotateContext(described("invoices:read", "Descarga el PDF de una factura"))

/** Invoices, quotes, delivery notes and proformas (contract, section 2.5). */
export const invoices = HttpApiGroup.make("facturas")
  .add(createInvoice)
  .add(listInvoices)
  .add(readInvoice)
  .add(updateInvoice)
  .add(deleteInvoice)
  .add(issueInvoice)
  .add(annulInvoice)
  .add(rectifyInvoice)
  .add(listRectifications)
  .add(acceptQuote)
  .add(rejectQuote)
  .add(convertDocument)
  .add(printInvoice)
  .annotateContext(OpenApi.annotations({
    title: "Facturas",
    description: "Facturas, presupuestos, albaranes y proformas. Nacen como borradores; al emitirse toman su " +
      "número, y las facturas su registro con una clave real. Lo emitido no se cambia: se anula o se rectifica.",
  }))
