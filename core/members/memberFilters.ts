import type { Schema } from "effect"
import { Periodicity } from "../calendar/periodicity.ts"
import { booleanFilter, choiceFilter, searchFilter } from "../pagination/filterKinds.ts"

/** The filters of the list of members. */
export const memberFilters = {
  periodicidad: choiceFilter(Periodicity, "Los que pagan su cuota con esa periodicidad."),
  de_baja: booleanFilter("Solo los que tienen fecha de baja, pasada o futura, o solo los que no la tienen."),
  buscar: searchFilter("nombre, NIF, correo o número"),
}
export type MemberFilters = Schema.Struct.Type<typeof memberFilters>
