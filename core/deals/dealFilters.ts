import type { Schema } from "effect"
import { choiceFilter, textFilter } from "../pagination/filterKinds.ts"
import { DealState } from "./dealState.ts"

/** The filters of the list of deals. */
export const dealFilters = {
  estado: choiceFilter(DealState, "En ese estado."),
  etapa: textFilter("En esa etapa exacta."),
  contacto_id: textFilter("De ese contacto, por su id."),
}
export type DealFilters = Schema.Struct.Type<typeof dealFilters>
