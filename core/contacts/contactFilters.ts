import type { Schema } from "effect"
import { choiceFilter, searchFilter, textFilter } from "../pagination/filterKinds.ts"
import { ContactKind } from "./Contact.ts"

/** The filters of the list of contacts (decisions, section 2). */
export const contactFilters = {
  buscar: searchFilter("nombre, NIF, correo o referencia"),
  tipo: choiceFilter(ContactKind, "Solo clientes, o solo proveedores."),
  nif: textFilter("Con ese NIF, se escriba como se escriba."),
  email: textFilter("Con esa dirección de correo exacta."),
  referencia: textFilter("Con esa referencia exacta."),
  etiqueta: textFilter("Con esa etiqueta exacta entre las suyas."),
}
export type ContactFilters = Schema.Struct.Type<typeof contactFilters>
