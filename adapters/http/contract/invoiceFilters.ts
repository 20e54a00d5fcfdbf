import { DocumentKind, InvoiceKind } from "../../../core/invoices/Invoice.ts"
import { InvoiceStatus } from "../../../core/invoices/status.ts"
import { amountFilter, choiceFilter, dateFilter, numberFilter, searchFilter, textFilter } from "./filters.ts"

/** The filters of the list of documents (decisions, section 2); bounds are included. */
export const invoiceFilters = {
  estado: choiceFilter(InvoiceStatus, "En ese estado a día de hoy."),
  contacto_id: textFilter("De ese cliente, por su id."),
  serie: textFilter("De esa serie exacta."),
  numero: numberFilter("Con ese número, en cualquier serie."),
  referencia: textFilter("Serie y número unidos por un guion: A-12."),
  tipo: choiceFilter(InvoiceKind, "Solo facturas, o solo rectificativas."),
  tipo_documento: choiceFilter(DocumentKind, "Solo facturas, presupuestos, albaranes o proformas."),
  emision_desde: dateFilter("Con fecha de emisión de ese día o posterior."),
  emision_hasta: dateFilter("Con fecha de emisión de ese día o anterior."),
  vencimiento_desde: dateFilter("Con vencimiento ese día o después."),
  vencimiento_hasta: dateFilter("Con vencimiento ese día o antes."),
  etiqueta: textFilter("Con esa etiqueta exacta entre las suyas."),
  total_min: amountFilter("De ese total o mayor, en la divisa del documento."),
  total_max: amountFilter("De ese total o menor, en la divisa del documento."),
  buscar: searchFilter("referencia, nombre o NIF del cliente (de un borrador, los que tenía en su último cambio)"),
}
