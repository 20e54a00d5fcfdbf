import type { Schema } from "effect"
import { LineClass } from "../invoices/Invoice.ts"
import { choiceFilter, onlyTrueFilter, searchFilter, textFilter } from "../pagination/filterKinds.ts"

/** The filters of the list of products (decisions, section 2). */
export const productFilters = {
  buscar: searchFilter("nombre, sku, código de barras o descripción"),
  sku: textFilter("Con ese sku exacto."),
  codigo_barras: textFilter("Con ese código de barras exacto."),
  clase: choiceFilter(LineClass, "Solo bienes, o solo servicios."),
  categoria: textFilter("De esa categoría exacta."),
  etiqueta: textFilter("Con esa etiqueta exacta entre las suyas."),
  bajo_minimo: onlyTrueFilter("Solo los productos con menos stock que su mínimo."),
}
export type ProductFilters = Schema.Struct.Type<typeof productFilters>
